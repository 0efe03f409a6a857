import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type CloneLevel, type CloneLine, type CloneSaying, cloneLevels } from '../../../../contract/endpoints/botEditor.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import * as styles from './botWizard.module.css'

/** The effects of a copy, by bot and, within each bot, the most severe first. */
export function CloneLog({ log }: { readonly log: readonly CloneLine[] }) {
  const { t } = useLingui()
  const names: Readonly<Record<CloneLevel, string>> = { error: t`Errors`, warning: t`Warnings`, info: t`Notes`, success: t`Success` }
  const groups = [...new Set(log.map(({ group }) => group))]
  return (
    <div className={styles.cloneLog}>
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
                  {lines.map((line) => (
                    <li key={line.message}>
                      <Said line={line} />
                    </li>
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

/** A line in the device's language; without a translation, the server's text is shown. */
function Said({ line: { saying = '', values = {}, message } }: { readonly line: CloneLine }) {
  const { project = '', count = '' } = values
  const words: Readonly<Record<CloneSaying, ReactNode>> = {
    archived: <Trans>This project is archived: nothing can be copied into it.</Trans>,
    owner: <Trans>The owner has to be a member of this project who has signed in.</Trans>,
    gone: <Trans>One of the bots is not in this project any more. Go back and choose again.</Trans>,
    system: <Trans>{project} cannot have a bot of this kind: its system does not offer it.</Trans>,
    deprecated: <Trans>Bots of this kind are no longer offered.</Trans>,
    twin: <Trans>{project} already has a bot of this name.</Trans>,
    contacts: <Trans>Contacts are not copied: add those of the new project.</Trans>,
    demo: <Trans>A copy of a demo bot is a demo bot.</Trans>,
    form: <Trans>It gets its own form with the same questions.</Trans>,
    untriggered: <Trans>The bot that triggers it is not copied. People start the copy by its own code.</Trans>,
    ready: <Trans>Ready to be copied.</Trans>,
    otherProject: <Trans>This project is linked to another project of its system.</Trans>,
    noProject: <Trans>Choose the project of the other system.</Trans>,
    otherSite: <Trans>This site does not belong to the project.</Trans>,
    noSite: <Trans>No site is chosen: the copies belong to the whole project.</Trans>,
    noAttendance: <Trans>The attendance bot is not in this project any more.</Trans>,
    copied: <Trans>{count} copied.</Trans>,
  }
  return saying in words ? words[saying as CloneSaying] : message
}
