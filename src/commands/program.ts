import { CommanderError } from 'commander';
import { ZodError } from 'zod';
import { commandLine } from './command-line.ts';
import { remark } from './print.ts';
import { complaintLine, schemaComplaints } from '../platform/complaints.ts';
import { readEnvironment, type Environment } from '../platform/environment.ts';
import { reasonOf } from '../platform/errors.ts';

/** Runs the program and returns its exit code: 0 fine, 1 failed, 2 wrong usage. */
export async function program(): Promise<number> {
  let environment: Environment;
  try {
    environment = readEnvironment();
  } catch (error) {
    const complaints = error instanceof ZodError ? schemaComplaints(error) : [];
    remark(`error: wrong environment: ${complaintLine(complaints)}`);
    return 2;
  }
  try {
    await commandLine(environment).parseAsync();
    return 0;
  } catch (error) {
    // commander has already printed the error, or the requested help or version.
    if (error instanceof CommanderError) {
      if (error.code === 'safelight.doctor') return 1;
      return error.exitCode === 0 ? 0 : 2;
    }
    remark(`error: ${reasonOf(error)}`);
    return 1;
  }
}
