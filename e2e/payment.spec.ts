import type { Page } from '@playwright/test';
import pg from 'pg';
import { expectAccessible } from './axe.ts';
import { BASE_URL, expect, MAILS_URL, PASSWORD, PORT, test } from './support.ts';

