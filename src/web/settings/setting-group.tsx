import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { settingsDescriptionQuery, settingsQuery } from '../api/admin.ts';
import { NotYet, Said } from './parts.tsx';
import { SettingField } from './setting-field.tsx';
import { t } from './words.ts';
import { classes } from '../ui/classes.ts';
import card from '../ui/card.module.css';
import parts from './parts.module.css';
import settingField from './setting-field.module.css';

/**
 * The settings of one group, as the service describes them. Changes from the tray or the command line show here at
 * once.
 */
export function SettingGroup({ name }: { name: string }) {
  const description = useQuery(settingsDescriptionQuery);
  const settings = useQuery(settingsQuery);
  if (!description.data) return <NotYet query={description} />;
  if (!settings.data) return <NotYet query={settings} />;
  const answer = settings.data;
  return (
    <>
      {answer.notice !== null && (
        <p className={parts.callout}>
          <Info size={18} aria-hidden />
          <Said>{answer.notice}</Said>
        </p>
      )}
      {answer.restart_needed.length > 0 && (
        <p className={parts.callout} role="status">
          <Info size={18} aria-hidden />
          {t('field.restartBar', { count: answer.restart_needed.length })}
        </p>
      )}
      <div className={classes(card.card, settingField.group)}>
        {description.data.items
          .filter(({ group }) => group === name)
          .map((item) => (
            <SettingField key={item.name} item={item} answer={answer} />
          ))}
      </div>
    </>
  );
}
