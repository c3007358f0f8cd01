import { useState } from 'react';
import encodeQr from 'qr';
import type { NewProofLink, Proof, ProofAddress } from '../../contract/proofs.ts';
import { language, languageName, t as page } from '../i18n/words.ts';
import { linkTo } from '../location.ts';
import { button } from '../ui/button.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import form from '../ui/form.module.css';
import segments from '../ui/segments.module.css';
import text from '../ui/text.module.css';
import { MAIL_LANGUAGES, type MailLanguage, mailText } from './mail-text.ts';
import styles from './made-links.module.css';
import { t } from './words.ts';

interface Props {
  proof: Proof;
  links: readonly NewProofLink[];
  /** undefined: nobody can open it. */
  address: ProofAddress | undefined;
  onClose: () => void;
}

/** What is sent to guests. It is shown once: only a hash of it is kept. */
export function MadeLinks({ proof, links, address, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('made.title', { count: links.length, name: proof.title })}
      actions={
        <>
          <a className={button()} {...linkTo(`/proofs/${proof.id}`, onClose)}>
            {t('made.open')}
          </a>
          <button type="button" className={button('primary')} onClick={onClose}>
            {page('common.close')}
          </button>
        </>
      }
    >
      <div className={form.form}>
        <p>
          {t('made.once')} {address && address.reach !== 'internet' && <b>{t(`made.reach.${address.reach}`)}</b>}
        </p>
        <ul className={styles.links}>
          {links.map((link) => (
            <Link key={link.id} link={link} isAlone={links.length === 1} {...{ proof, address }} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

interface LinkProps {
  link: NewProofLink;
  isAlone: boolean;
  proof: Proof;
  address: ProofAddress | undefined;
}

function Link({ link: { name, path }, isAlone, proof, address }: LinkProps) {
  const [mailLanguage, setLanguage] = useState<MailLanguage>(language() === 'de' ? 'de' : 'en');
  const url = new URL(path, address?.url ?? location.origin).href;
  const { title, expires_at: expires, has_password: hasPassword } = proof;
  const mail = mailText(mailLanguage, { title, url, expires, hasPassword, name });
  return (
    <li className={styles.link}>
      {name !== null && <h3>{name}</h3>}
      <details open={isAlone}>
        <summary>{t('made.showQr')}</summary>
        <img className={styles.qr} src={qrOf(url)} alt={name === null ? t('made.qr') : t('made.qrOf', { name })} />
      </details>
      <p className={text.mono}>{url}</p>
      <CopyButton
        text={url}
        label={name === null ? t('made.copy') : t('made.copyOf', { name })}
        words={t('made.copy')}
      />
      <details open={isAlone}>
        <summary>{t('made.mail')}</summary>
        <div className={segments.segments} role="group" aria-label={t('made.mailLanguage')}>
          {MAIL_LANGUAGES.map((each) => (
            <button key={each} type="button" aria-pressed={each === mailLanguage} onClick={() => setLanguage(each)}>
              {languageName(each)}
            </button>
          ))}
        </div>
        <p className={styles.mail} lang={mailLanguage}>
          {mail}
        </p>
        <CopyButton text={mail} label={t('made.copyMail')} words={t('made.copyMail')} />
      </details>
    </li>
  );
}

const qrOf = (url: string) =>
  `data:image/svg+xml,${encodeURIComponent(encodeQr(url, 'svg', { ecc: 'medium', border: 4 }))}`;
