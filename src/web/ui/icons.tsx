import styles from './wordmark.module.css';

/** The only filled icon. */
export function StarIcon({ size = 12, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className={className}>
      <path d="m12 2.5 2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.7l-6.1 3.4 1.4-6.8L2.2 9.6l6.9-.8z" />
    </svg>
  );
}

/** A darkroom lamp, the same as in the tray. */
export function Wordmark() {
  return (
    <span className={styles.wordmark}>
      <svg width="20" height="20" viewBox="0 0 16 15" aria-hidden="true">
        <path fill="currentColor" d="M7 0h2v2.1A7 7 0 0 1 15 9v1H1V9a7 7 0 0 1 6-6.9Z" />
        <path className={styles.light} d="M4.5 11h7a3.5 3.5 0 0 1-7 0Z" />
      </svg>
      <span>Safelight</span>
    </span>
  );
}
