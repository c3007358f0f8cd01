import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseLanguage, language, languageName, LANGUAGES, t } from '../i18n/words.ts';
import segments from '../ui/segments.module.css';
import { setTheme, THEMES, useTheme } from '../ui/theme.ts';

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon };

/** What is chosen now and then. */
export const MenuChoices = () => (
  <>
    <ThemeChoice />
    <LanguageChoice />
  </>
);

function ThemeChoice() {
  const theme = useTheme();
  return (
    <>
      <h2 id="menu-theme">{t('menu.theme')}</h2>
      <div className={segments.segments} role="group" aria-labelledby="menu-theme">
        {THEMES.map((name) => {
          const Icon = THEME_ICONS[name];
          return (
            <button key={name} type="button" aria-pressed={theme === name} onClick={() => setTheme(name)}>
              <Icon size={15} aria-hidden />
              {t(`menu.${name}`)}
            </button>
          );
        })}
      </div>
    </>
  );
}

function LanguageChoice() {
  return (
    <>
      <h2 id="menu-language">{t('menu.language')}</h2>
      <div className={segments.segments} role="group" aria-labelledby="menu-language">
        {LANGUAGES.map((name) => (
          <button
            key={name}
            type="button"
            lang={name}
            aria-pressed={language() === name}
            onClick={() => chooseLanguage(name)}
          >
            {languageName(name)}
          </button>
        ))}
      </div>
    </>
  );
}
