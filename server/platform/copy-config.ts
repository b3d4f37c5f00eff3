import * as z from 'zod';

/** The settings of the copy of the documents. Each that is not given is that of the store itself. */
export const copyShape = {
  BACKUP_OBJECT_STORE: z
    .enum(['disk', 's3'])
    .optional()
    .describe(
      'Where the copy of the documents is kept. This and each BACKUP_ setting below that is not given is that of the store itself; without any there is no copy.',
    ),
  BACKUP_OBJECT_STORE_DIR: z.string().default('').describe('Folder of the copy.'),
  BACKUP_S3_ENDPOINT: z.string().default('').describe('Address of the S3 service of the copy.'),
  BACKUP_S3_REGION: z.string().default('').describe('Its region.'),
  BACKUP_S3_BUCKET: z.string().default('').describe('Its bucket.'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().default('').describe('Its key id.'),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().default('').describe('Its secret.'),
};

export type CopySettings = z.infer<z.ZodObject<typeof copyShape>>;

export interface StorePlace {
  readonly OBJECT_STORE: 'disk' | 's3';
  readonly OBJECT_STORE_DIR: string;
  readonly S3_ENDPOINT: string;
  readonly S3_REGION: string;
  readonly S3_BUCKET: string;
  readonly S3_ACCESS_KEY_ID: string;
  readonly S3_SECRET_ACCESS_KEY: string;
}

const placeOf = ({ OBJECT_STORE, OBJECT_STORE_DIR, S3_ENDPOINT, S3_BUCKET }: StorePlace): string =>
  OBJECT_STORE === 'disk' ? OBJECT_STORE_DIR : `${S3_ENDPOINT} ${S3_BUCKET}`;

/** The settings with the place of the copy as that of the store; null if there is no copy. */
export function copyConfig<Settings extends StorePlace & CopySettings>(config: Settings): Settings | null {
  const copy = {
    ...config,
    OBJECT_STORE: config.BACKUP_OBJECT_STORE ?? config.OBJECT_STORE,
    OBJECT_STORE_DIR: config.BACKUP_OBJECT_STORE_DIR || config.OBJECT_STORE_DIR,
    S3_ENDPOINT: config.BACKUP_S3_ENDPOINT || config.S3_ENDPOINT,
    S3_REGION: config.BACKUP_S3_REGION || config.S3_REGION,
    S3_BUCKET: config.BACKUP_S3_BUCKET || config.S3_BUCKET,
    S3_ACCESS_KEY_ID: config.BACKUP_S3_ACCESS_KEY_ID || config.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: config.BACKUP_S3_SECRET_ACCESS_KEY || config.S3_SECRET_ACCESS_KEY,
  };
  return placeOf(copy) === placeOf(config) ? null : copy;
}
