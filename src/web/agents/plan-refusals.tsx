import type { AgentPlan } from '../../contract/agents.ts';
import { linkTo } from '../location.ts';
import { t } from './words.ts';

/** Pictures that cannot be changed, and why. */
export function PlanRefusals({ refusals, count }: { refusals: AgentPlan['refused']; count: number }) {
  if (count === 0) return null;
  return (
    <section aria-labelledby="plan-refused">
      <h2 id="plan-refused">{t('refusedTitle')}</h2>
      <p>{t('refusedPictures', { count })}</p>
      <ul>
        {refusals.map(({ image_id: id, reason }) => (
          <li key={id}>
            <a {...linkTo(`/images/${id}`)}>{t('picture', { id })}</a> <span lang="en">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
