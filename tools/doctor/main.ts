import { examine, report } from './doctor.ts';

/** `npm run doctor`: checks the settings of this environment, the database and every service. Exit code 1 if there is a fault. */
const findings = await examine(process.env);
process.stdout.write(`${report(findings)}\n`);
process.exitCode = findings.some(({ verdict }) => verdict === 'fault') ? 1 : 0;
