import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { partHelp, partName } from '../parts/allParts.ts'
import { Code } from './Code.tsx'
import { LivePart } from './LivePart.tsx'
import { Terms } from './Terms.tsx'
import type { TypeEntry } from './typeEntries.ts'
import * as styles from './guide.module.css'

export function TypePart({ entry, isOpen }: { readonly entry: TypeEntry; readonly isOpen: boolean }) {
  const { t, i18n } = useLingui()
  const [open, setOpen] = useState(isOpen)
  const { type, description, settings, node, record } = entry
  return (
    <details className={styles.entry} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{partName(i18n, node ?? { type })}</strong> <code>{type}</code>
        <span>{(node && partHelp(i18n, node)) ?? description}</span>
      </summary>
      {open ? (
        <>
          {node ? (
            <>
              <h3>{t`How people see it`}</h3>
              <LivePart node={node} />
              <h3>{t`In the form file`}</h3>
              <Code text={JSON.stringify(node)} />
            </>
          ) : null}
          {record ? (
            <>
              <h3>{t`In the record`}</h3>
              <Code text={JSON.stringify(record)} />
            </>
          ) : null}
          <h3>{t`Settings`}</h3>
          <Terms type={type} settings={settings} />
        </>
      ) : null}
    </details>
  )
}
