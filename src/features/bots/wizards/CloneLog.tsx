import { useLingui } from '@lingui/react/macro'
import { type CloneLevel, type CloneLine, cloneLevels } from '../../../../contract/botEditor.ts'
import { Notice } from '../../../ui/Notice.tsx'

/** What a copy would do, by bot and, within each, the gravest first. */
export function CloneLog({ log }: { readonly log: readonly CloneLine[] }) {
  const { t } = useLingui()
  const names: Readonly<Record<CloneLevel, string>> = { error: t`Errors`, warning: t`Warnings`, info: t`Notes`, success: t`Success` }
  const groups = [...new Set(log.map(({ group }) => group))]
  return (
    <div className="m-clone-log">
      {groups.map((group) => (
        <section key={group} aria-label={group}>
          <h3>{group}</h3>
          {cloneLevels.map((level) => {
            const lines = log.filter((line) => line.group === group && line.level === level)
            if (lines.length === 0) return null
            return (
              <Notice key={level} level={level}>
                <strong>{names[level]}</strong>
                <ul>
                  {lines.map(({ message }) => (
                    <li key={message}>{message}</li>
                  ))}
                </ul>
              </Notice>
            )
          })}
        </section>
      ))}
    </div>
  )
}
