import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { settingsDescriptionQuery, settingsQuery } from '../api/admin.ts';
import { NotYet, Said } from './parts.tsx';
import { SettingField } from './setting-field.tsx';
import { t } from './words.ts';

/** The settings of one group, as the service describes them. What the tray or the command line change shows here at once. */
export function SettingGroup({ name }: { name: string }) {
  const description = useQuery(settingsDescriptionQuery);
  const settings = useQuery(settingsQuery);
  if (!description.data) return <NotYet query={description} />;
  if (!settings.data) return <NotYet query={settings} />;
  const answer = settings.data;
  return (
    <>
      {answer.notice !== null && (
        <p className="callout">
          <Info size={18} aria-hidden />
          <Said>{answer.notice}</Said>
        </p>
      )}
      {answer.restart_needed.length > 0 && (
        <p className="callout" role="status">
          <Info size={18} aria-hidden />
          {t('field.restartBar', { count: answer.restart_needed.length })}
        </p>
      )}
      <div className="card settings-list">
        {description.data.items
          .filter(({ group }) => group === name)
          .map((item) => (
            <SettingField key={item.name} item={item} answer={answer} />
          ))}
      </div>
    </>
  );
}
