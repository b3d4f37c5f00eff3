import { loadSettings, SETTINGS_FILES } from '#tools/config/environment.ts';
import { examineAsServer, report } from './doctor.ts';

/** `npm run doctor`: checks the settings of /etc/bureau/bureau.env or `--env-file`, the database and every service. Exit code 1 if there is a fault. */
loadSettings(SETTINGS_FILES.settings);
const findings = await examineAsServer(process.env);
process.stdout.write(`${report(findings)}\n`);
process.exitCode = findings.some(({ verdict }) => verdict === 'fault') ? 1 : 0;
