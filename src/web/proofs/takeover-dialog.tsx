import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ColorLabel } from '../../contract/color-labels.ts';
import { TAKEOVER_RULES } from '../../contract/proof-choices.ts';
import type { TakeoverConflict, TakeoverPlan, TakeoverRequest } from '../../contract/proof-takeover.ts';
import type { Proof, ProofMarks } from '../../contract/proofs.ts';
import { takeOver, takeoverPlanQuery } from '../api/proofs.ts';
import { undoChange } from '../api/organising.ts';
import { useWhyNot } from '../api/rights.ts';
import { number, t as page } from '../i18n/words.ts';
import { Cover } from '../organising/albums/cover.tsx';
import { tell, undoAction } from '../organising/telling.ts';
import { ChoiceField } from '../publishing/choice-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import form from '../ui/form.module.css';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { guestName } from './marks-table.tsx';
import { BECOMES, FIRST_MAPPING, mapped, marksOf, type MarkTaken, STARS_BECOME, valueOf } from './takeover-mapping.ts';
import styles from './takeover.module.css';
import { t } from './words.ts';

interface Props {
  proof: Proof;
  guests: ProofMarks['guests'];
  onClose: () => void;
}

/** More are counted, but not listed. */
const MOST_SHOWN = 50;
const COMMENTS = ['safelight', 'notes'] as const;

/** What becomes of the marks in darktable; nothing changes before it was looked at. */
export function TakeoverDialog({ proof, guests, onClose }: Props) {
  const [request, setRequest] = useState<TakeoverRequest>({
    rule: 'fill-empty',
    mapping: FIRST_MAPPING,
    comments: 'safelight',
  });
  const { data: plan, error } = useQuery(takeoverPlanQuery(proof.id, request));
  const whyNot = useWhyNot('images:write');
  const taking = useMutation({
    mutationFn: (id: string) => takeOver(proof.id, { ...request, plan: id }),
    networkMode: 'always',
    onSuccess: ({ change, changed }) => {
      tell({
        title: t('take.taken', { count: changed }),
        ...(change !== null && undoAction(() => void undoChange(change))),
      });
      onClose();
    },
  });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('take.title', { name: proof.title })}
      actions={
        <DialogButtons
          action={t('take.do')}
          isOff={!plan || plan.counts.changed === 0 || taking.isPending}
          whyNot={whyNot}
          onAction={() => plan && taking.mutate(plan.id)}
          onClose={onClose}
        />
      }
    >
      <div className={form.form}>
        <Mapping proof={proof} request={request} onChange={setRequest} />
        {guests.length > 1 && (
          <ChoiceField
            label={t('take.whose')}
            value={String(request.guests?.[0] ?? 'all')}
            options={[
              { value: 'all', words: t('anyGuest') },
              ...guests.map(({ id, name }) => ({ value: String(id), words: guestName(name) })),
            ]}
            onChange={(value) => {
              const { guests: _former, ...others } = request;
              setRequest(value === 'all' ? others : { ...others, guests: [Number(value)] });
            }}
          />
        )}
        <div role="status">{plan ? <Outlook plan={plan} /> : !error && <p>{t('take.looking')}</p>}</div>
        {plan && plan.conflicts.length > 0 && <Conflicts conflicts={plan.conflicts} />}
      </div>
      <p className={text.complaint} role="alert">
        {(error ?? taking.error) && <Reason error={error ?? taking.error} />}
      </p>
    </Dialog>
  );
}

interface MappingProps {
  proof: Proof;
  request: TakeoverRequest;
  onChange: (request: TakeoverRequest) => void;
}

function Mapping({ proof, request, onChange }: MappingProps) {
  const { mapping, rule, comments } = request;
  const areTags = rule === 'tags-only';
  return (
    <>
      <ChoiceField
        label={t('take.rule')}
        value={rule}
        options={TAKEOVER_RULES.map((value) => ({ value, words: t(`take.rules.${value}`) }))}
        onChange={(value) => onChange({ ...request, rule: TAKEOVER_RULES.find((one) => one === value) ?? rule })}
      />
      {!areTags && (
        <div className={styles.mapping}>
          {marksOf(proof).map((mark) => (
            <ChoiceField
              key={mark}
              label={t(`take.marks.${mark}`)}
              value={valueOf(mapping[mark])}
              options={(mark === 'stars' ? STARS_BECOME : BECOMES).map((value) => ({
                value,
                words: becomesWords(value, mark),
              }))}
              onChange={(value) => onChange({ ...request, mapping: mapped(mapping, mark, value) })}
            />
          ))}
        </div>
      )}
      {proof.allows.comments && (
        <ChoiceField
          label={t('take.comments')}
          value={comments}
          options={COMMENTS.map((value) => ({ value, words: t(`take.where.${value}`) }))}
          onChange={(value) => onChange({ ...request, comments: COMMENTS.find((one) => one === value) ?? comments })}
        />
      )}
    </>
  );
}

function becomesWords(value: string, mark: MarkTaken): string {
  const [to, what = ''] = value.split(' ');
  if (value === 'stars') return t('take.asMany');
  if (to === 'stars') return t('stars', { count: Number(what) });
  if (to === 'label') return t('take.label', { label: page(`marks.${what as ColorLabel}`) });
  return to === 'tag' ? t('take.tag', { tag: `client|…|${mark}` }) : t('take.nothing');
}

const COUNTS = ['stars', 'labels', 'tags', 'notes', 'conflicts', 'missing'] as const;

function Outlook({ plan: { counts } }: { plan: TakeoverPlan }) {
  return (
    <>
      <p>
        <b>{t('take.would', { count: counts.changed, total: number(counts.marked) })}</b>
      </p>
      <ul className={styles.counts}>
        {COUNTS.filter((name) => counts[name] > 0).map((name) => (
          <li key={name}>
            <b>{number(counts[name])}</b> {t(`take.counts.${name}`)}
          </li>
        ))}
      </ul>
    </>
  );
}

function Conflicts({ conflicts }: { conflicts: readonly TakeoverConflict[] }) {
  return (
    <section aria-labelledby="conflicts-title">
      <h3 id="conflicts-title">{t('take.conflicts')}</h3>
      <ul className={styles.conflicts}>
        {conflicts.slice(0, MOST_SHOWN).map(({ picture, image_id: id, filename, why, guests }) => (
          <li key={`${picture} ${why}`}>
            <Cover id={id} />
            <div>
              <b>{filename}</b>
              <p>{t(`take.why.${why}`)}</p>
              {guests.length > 0 && (
                <p className={text.muted}>
                  {guests
                    .map(({ name, marks, stars }) =>
                      t('take.said', {
                        name: guestName(name),
                        marks: [
                          ...marks.map((mark) => t(`take.marks.${mark}`)),
                          ...(stars === null ? [] : [t('stars', { count: stars })]),
                        ].join(', '),
                      }),
                    )
                    .join(' · ')}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
