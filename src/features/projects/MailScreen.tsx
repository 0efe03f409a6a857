import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useState } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { keptMail } from '../../../contract/endpoints/invites.ts'
import { ask } from '../../sync/ask.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import * as styles from './projects.module.css'
import * as controls from '../../ui/controls/controls.module.css'

type Mail = AnswerOf<typeof keptMail>['mails'][number]

/** Emails that are kept here because no mail server is configured; for product administrators. */
export function MailScreen() {
  const { t } = useLingui()
  const [mails, setMails] = useState<readonly Mail[]>()
  const [trouble, setTrouble] = useState<string>()
  const load = useCallback(async () => {
    setTrouble(undefined)
    try {
      setMails((await ask(keptMail)).mails)
    } catch (error) {
      setTrouble((error instanceof Error && error.message) || t`There is no connection.`)
    }
  }, [t])
  useEffect(() => void load(), [load])
  return (
    <Page title={t`Mail`} width="desk" lead={<Trans>No mail server is set. Mail stays here and is not sent.</Trans>}>
      {trouble !== undefined ? <FailedState error={{ message: trouble }} onRetry={load} /> : <MailList mails={mails} />}
    </Page>
  )
}

function MailList({ mails }: { readonly mails: readonly Mail[] | undefined }) {
  const { t, i18n } = useLingui()
  if (mails === undefined) return <Skeleton rows={3} />
  if (mails.length === 0) return <EmptyState icon="message" title={t`No mail yet`} />
  return mails.map(({ id, to, subject, text, at }) => (
    <Card key={id}>
      <article className={styles.mail}>
        <strong>{subject}</strong>
        <span className={controls.hint}>
          {to}, {i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
        </span>
        <span>
          {text.split(/(https?:\/\/\S+)/).map((part, at2) =>
            /^https?:/.test(part) ? (
              <SiteLink key={at2} href={part}>
                {part}
              </SiteLink>
            ) : (
              part
            ),
          )}
        </span>
      </article>
    </Card>
  ))
}
