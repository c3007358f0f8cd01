/** `npm run lint`: runs all checks, even after one has failed. */
import { checks } from './checks.ts';
import { runTool } from '../build/run-tool.ts';

const failed = checks.filter(({ what, script, args, env }) => !runTool(what, script, args, env));
if (failed.length > 0) console.log(`\nFAILED: ${failed.map(({ what }) => what).join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
