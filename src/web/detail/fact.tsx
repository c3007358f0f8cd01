import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** A row of the facts, in their `dl`; what is unknown takes no room. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === false || children === '') return null;
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
