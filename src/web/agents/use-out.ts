import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { AgentPlan } from '../../contract/agents.ts';
import { takeOut } from '../api/agent-plans.ts';

/** The pictures that are taken out of a plan: shown at once, and sent one after the other. */
export function useOut(plan: AgentPlan | undefined) {
  const [wanted, setWanted] = useState<ReadonlySet<number> | null>(null);
  const send = useMutation({
    mutationFn: ({ id, out }: { id: number; out: readonly number[] }) => takeOut(id, out),
    scope: { id: 'plan-out' },
    networkMode: 'always',
    onError: () => setWanted(null),
  });
  const out = wanted ?? new Set(plan?.out);
  const toggle = (imageId: number, isIn: boolean) => {
    if (!plan) return;
    const next = new Set(out);
    if (isIn) next.delete(imageId);
    else next.add(imageId);
    setWanted(next);
    send.mutate({ id: plan.id, out: [...next] });
  };
  return { out, toggle, isSending: send.isPending, failure: send.error };
}
