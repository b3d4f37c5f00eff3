import { isAbsolute } from 'node:path';
import { copyConfig, type CopySettings, type StorePlace } from './copy-config.ts';

/** The settings that depend on each other. */
interface RelatedSettings extends StorePlace, CopySettings {
  readonly BUREAU_ENV: string;
  readonly GATEWAY_URL: string;
  readonly GATEWAY_CLIENT_ID: string;
  readonly GATEWAY_CLIENT_SECRET: string;
  readonly OIDC_ISSUER: string;
  readonly OIDC_NAME: string;
  readonly OIDC_CLIENT_ID: string;
  readonly OIDC_CLIENT_SECRET: string;
  readonly TRAIL_HEAD_STORE: string;
  readonly TRAIL_HEAD_KEY: string;
}

/** Why settings that are valid by themselves cannot be used together; null if they can. */
export function settingsRefusal(config: RelatedSettings): string | null {
  for (const [place, prefix] of [
    [config, ''],
    [copyConfig(config), 'BACKUP_'],
  ] as const)
    if (place?.OBJECT_STORE === 's3' && (place.S3_ENDPOINT === '' || place.S3_BUCKET === ''))
      return `${prefix}OBJECT_STORE=s3 needs ${prefix}S3_ENDPOINT and ${prefix}S3_BUCKET.`;
  if (config.GATEWAY_URL !== '' && (config.GATEWAY_CLIENT_ID === '' || config.GATEWAY_CLIENT_SECRET === ''))
    return 'GATEWAY_URL needs GATEWAY_CLIENT_ID and GATEWAY_CLIENT_SECRET.';
  const oidc = [config.OIDC_ISSUER, config.OIDC_NAME, config.OIDC_CLIENT_ID, config.OIDC_CLIENT_SECRET];
  if (oidc.includes('') && oidc.some((written) => written !== ''))
    return 'OIDC_ISSUER, OIDC_NAME, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET need each other.';
  if ((config.TRAIL_HEAD_STORE === '') !== (config.TRAIL_HEAD_KEY === ''))
    return 'TRAIL_HEAD_STORE and TRAIL_HEAD_KEY need each other.';
  if (config.TRAIL_HEAD_STORE.startsWith('s3:') && (config.S3_ENDPOINT === '' || config.S3_BUCKET === ''))
    return 'TRAIL_HEAD_STORE=s3: needs S3_ENDPOINT and S3_BUCKET.';
  const relative = relativePaths(config);
  return relative.length === 0 ? null : `In production these must be absolute paths: ${relative.join(', ')}.`;
}

/**
 * The service and its commands are started in different folders, so a relative path means another place to each of them:
 * documents would be restored to where nobody reads them.
 */
function relativePaths(config: RelatedSettings): readonly string[] {
  if (config.BUREAU_ENV !== 'production') return [];
  const paths = {
    OBJECT_STORE_DIR: config.OBJECT_STORE === 'disk' ? config.OBJECT_STORE_DIR : '',
    TRAIL_HEAD_STORE: config.TRAIL_HEAD_STORE.startsWith('s3:') ? '' : config.TRAIL_HEAD_STORE,
    TRAIL_HEAD_KEY: config.TRAIL_HEAD_KEY,
    BACKUP_OBJECT_STORE_DIR: config.BACKUP_OBJECT_STORE_DIR,
  };
  return Object.entries(paths).flatMap(([name, path]) => (path === '' || isAbsolute(path) ? [] : [name]));
}
