import { type Command, InvalidArgumentError } from 'commander';
import { resolve } from 'node:path';
import { ALL_SCOPES, knownScopes, type Scope } from '../contract/scopes.ts';
import type { CommandParts } from './command-parts.ts';

// Loaded when it is asked for, see command-line.ts.
const load = { mcp: () => import('./mcp.ts') };

const READS: readonly Scope[] = ['images:read', 'previews:read', 'tags:read', 'films:read'];
const ALL: readonly Scope[] = ALL_SCOPES.filter((scope) => scope !== 'admin');

function scopesOf(text: string): Scope[] {
  const scopes = knownScopes(text).filter((scope) => ALL.includes(scope));
  if (scopes.length === text.trim().split(/\s+/).length) return scopes;
  throw new InvalidArgumentError(`Scopes separated by spaces: ${ALL.join(', ')}.`);
}

export function mcpCommand({ program, command, environment }: CommandParts): void {
  command(program, 'mcp', 'tools for an assistant (Model Context Protocol) over standard input and output')
    .option('--read-only', 'the assistant may look, and change nothing')
    .option('--scope <scopes>', `what it may do, separated by spaces: ${ALL.join(', ')} (default: all)`, scopesOf)
    .option('--allow-changes', 'let it change pictures, whatever "Agents may change things" says')
    .action(async (_typed: object, self: Command) => {
      const typed = self.optsWithGlobals<{ readOnly?: true; scope?: Scope[]; allowChanges?: true; dataDir?: string }>();
      return (await load.mcp()).mcp({
        dataDir: typed.dataDir === undefined ? (environment.SAFELIGHT_DATA_DIR ?? null) : resolve(typed.dataDir),
        scopes: (typed.scope ?? ALL).filter((scope) => !typed.readOnly || READS.includes(scope)),
        mayChange: typed.allowChanges === true,
      });
    });
}
