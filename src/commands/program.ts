import { CommanderError } from 'commander';
import { ZodError } from 'zod';
import { commandLine } from './command-line.ts';
import { remark } from './print.ts';
import { readEnvironment, type Environment } from '../platform/environment.ts';
import { reasonOf } from '../platform/errors.ts';

/** The program from its arguments to its exit code: 0 fine, 1 failed, 2 wrong usage. */
export async function program(): Promise<number> {
  let environment: Environment;
  try {
    environment = readEnvironment();
  } catch (error) {
    const issues = error instanceof ZodError ? error.issues : [];
    remark(
      `error: wrong environment: ${issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`,
    );
    return 2;
  }
  try {
    await commandLine(environment).parseAsync();
    return 0;
  } catch (error) {
    // commander has printed what was wrong, or the help or version that was asked for.
    if (error instanceof CommanderError) {
      if (error.code === 'safelight.doctor') return 1;
      return error.exitCode === 0 ? 0 : 2;
    }
    remark(`error: ${reasonOf(error)}`);
    return 1;
  }
}
