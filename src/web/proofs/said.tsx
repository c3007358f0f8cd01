import { useState } from 'react';
import { FileDown } from 'lucide-react';
import type { ProofMarks } from '../../contract/proofs.ts';
import { ChoiceField } from '../publishing/choice-field.tsx';
import { button } from '../ui/button.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import text from '../ui/text.module.css';
import { guestName, MarksTable } from './marks-table.tsx';
import { proofCsv } from './proof-csv.ts';
import { fitting, ROW_FILTERS, type RowFilter, rowsOf } from './proof-rows.ts';
import styles from './proofs.module.css';
import { t } from './words.ts';

/** What guests said of the pictures, by a filter, and the same for other programs. */
export function Said({ marks, title }: { marks: ProofMarks; title: string }) {
  const [filter, setFilter] = useState<RowFilter>('marked');
  const [guest, setGuest] = useState<number | null>(null);
  const rows = rowsOf(marks);
  const shown = fitting(rows, filter, guest);
  const guests = marks.guests.filter(({ id }) => guest === null || id === guest);
  const isUnsaid = fitting(rows, 'marked', null).length === 0;
  return (
    <section aria-labelledby="said-title">
      <h2 id="said-title">{t('marks')}</h2>
      {isUnsaid && <p className={text.muted}>{t('nothingSaid')}</p>}
      <div className={styles.tools}>
        <ChoiceField
          label={t('filter')}
          value={filter}
          options={ROW_FILTERS.map((value) => ({ value, words: t(`filters.${value}`) }))}
          onChange={(value) => setFilter(ROW_FILTERS.find((one) => one === value) ?? filter)}
        />
        {marks.guests.length > 1 && (
          <ChoiceField
            label={t('guest')}
            value={String(guest)}
            options={[
              { value: 'null', words: t('anyGuest') },
              ...marks.guests.map(({ id, name }) => ({ value: String(id), words: guestName(name) })),
            ]}
            onChange={(value) => setGuest(value === 'null' ? null : Number(value))}
          />
        )}
        {shown.length > 0 && (
          <div className={styles.buttons}>
            <CopyButton
              text={shown.map(({ name }) => name).join('\n')}
              label={t('fileNames', { count: shown.length })}
              words={t('copyNames')}
            />
            <button type="button" className={button()} onClick={() => save(`${title}.csv`, proofCsv(shown, guests))}>
              <FileDown size={16} aria-hidden />
              {t('csv')}
            </button>
          </div>
        )}
      </div>
      <div role="status">{shown.length === 0 && !isUnsaid && <p className={text.muted}>{t('nothingFits')}</p>}</div>
      {shown.length > 0 && <MarksTable key={`${filter} ${guest}`} rows={shown} guests={guests} />}
    </section>
  );
}

/** The mark at the start tells spreadsheets that it is UTF-8. */
function save(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, ' ').trim();
  link.click();
  URL.revokeObjectURL(url);
}
