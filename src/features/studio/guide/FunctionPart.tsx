import { useLingui } from '@lingui/react/macro'
import type { FunctionRecord } from '../../../../contract/forms/functions/functionReference.ts'
import { functionWords } from './functionWords.ts'
import * as styles from './guide.module.css'

export function FunctionPart({ record: { name, ways, examples } }: { readonly record: FunctionRecord }) {
  const { t, i18n } = useLingui()
  return (
    <details className={styles.entry}>
      <summary>
        <code>{name}</code>
        <span>{i18n._(functionWords[name])}</span>
      </summary>
      <p>
        {ways.map((way) => (
          <code key={way} className={styles.way}>
            {way}
          </code>
        ))}
      </p>
      <dl className={styles.terms}>
        {examples.map(({ expression, answers, result }) => (
          <div key={expression}>
            <dt>
              <code>{expression}</code>
            </dt>
            <dd>
              {answers ? <code>{JSON.stringify(answers)}</code> : null}
              <span>
                {t`Result:`} <code>{JSON.stringify(result)}</code>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
