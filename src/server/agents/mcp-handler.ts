import { createMcpHandler } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import type { toolRunner, Rights } from '../../agents/call-tool.ts';
import { mcpServer } from '../../agents/face.ts';
import type { Services } from '../services.ts';

/** A server of the protocol for each request. In a file of its own: its library takes an eighth of a start, and most starts see no agent. */
export function mcpHandler({ version, log }: Services, run: ReturnType<typeof toolRunner>) {
  return toNodeHandler(
    createMcpHandler(
      ({ authInfo }) => {
        const { rights, called } = authInfo!.extra as { rights: Rights; called: string | undefined };
        return mcpServer(version, (tool, given, caller) => run(tool, given, caller, rights), called)();
      },
      { onerror: (error) => log.debug({ reason: error.message }, 'An agent was refused') },
    ),
  );
}
