import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';
const { webServer: _, ...rest } = base;
export default defineConfig({ ...rest });
