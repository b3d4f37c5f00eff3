export const PORT = Number(process.env['PORT'] ?? 18080);
export const BASE_URL = `http://localhost:${PORT}`;
export const MAILS_URL = `http://localhost:${PORT + 1}/mails`;
