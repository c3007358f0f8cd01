import type { Command } from 'commander';
import type { Environment } from '../platform/environment.ts';
import type { SharedOptions } from './shared-options.ts';

/** What commands are added to the command line with. */
export interface CommandParts {
  program: Command;
  environment: Environment;
  /** Commands of one subject, such as `clients`. */
  group: (name: string, description: string, settings?: { hidden?: boolean }) => Command;
  /** One with the options that every command has. */
  command: (parent: Command, name: string, description: string) => Command;
  /** Those options, as typed. */
  options: (typed: object) => SharedOptions;
}
