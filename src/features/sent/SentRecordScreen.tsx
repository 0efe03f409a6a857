import { Trans, useLingui } from '@lingui/react/macro'
import { useParams } from '@tanstack/react-router'
import { pageDataAddress } from '../../../contract/endpoints/pages.ts'
import { AnswerList } from '../../answers/AnswerList.tsx'
import { answersOf } from '../../answers/answersOf.ts'
import { FieldTypes } from '../../fields/FieldTypes.tsx'
import { usePreference } from '../../store/preferences/preferences.ts'
import { useCachedPage } from '../../store/queries/cached.ts'
import { chakra } from '../../ui/chakra.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { SentStateMark } from './SentStateMark.tsx'
import { type SentItem, useSentRecord } from './useSent.ts'

const Actions = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } })

/** `/sent/forms/…`: one record of this person, from the copy of this device. */
export function SentRecordScreen() {
  const { t, i18n } = useLingui()
  const { form = '', record = '' } = useParams({ strict: false })
  const item = useSentRecord(`forms/${form}/${record}`)
  if (item === undefined)
    return (
      <Page title={t`Sent by me`}>
        <Skeleton rows={5} />
      </Page>
    )
  if (item === null)
    return (
      <Page title={t`Sent by me`}>
        <EmptyState icon="send" title={t`Not on this device`} action={<LinkButton href="/sent">{t`Sent by me`}</LinkButton>}>
          <Trans>This record is older than 30 days, or another person made it.</Trans>
        </EmptyState>
      </Page>
    )
  const when = i18n.date(new Date(item.at), { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Page title={item.name} lead={when}>
      <SentStateMark state={item.state} />
      <Decision item={item} />
      <Answers item={item} />
      <Actions>
        {item.state === 'waiting' ? (
          <LinkButton href="/outbox" icon="edit">{t`Change it in the outbox`}</LinkButton>
        ) : (
          <LinkButton href={`/frontend/${item.path}`} icon="edit">{t`Open the form`}</LinkButton>
        )}
        <LinkButton href="/sent" icon="list">{t`Sent by me`}</LinkButton>
      </Actions>
    </Page>
  )
}

function Decision({ item: { state, reason, by } }: { readonly item: SentItem }) {
  if (by === undefined && reason === undefined) return null
  return (
    <Notice level={state === 'rejected' ? 'error' : 'info'}>
      {by !== undefined && (
        <p>
          <Trans>Decided by {by}</Trans>
        </p>
      )}
      {reason !== undefined && <p>{reason}</p>}
    </Notice>
  )
}

function Answers({ item: { form, model } }: { readonly item: SentItem }) {
  const [language] = usePreference('language')
  const page = useCachedPage(pageDataAddress(`/frontend/forms/${form}`, '', language))
  if (model === undefined)
    return (
      <Notice>
        <Trans>Its answers are not on this device. Open the form to see them.</Trans>
      </Notice>
    )
  if (!page.data) return page.state === 'failed' ? <FailedState error={page.error} onRetry={page.refresh} /> : <Skeleton rows={4} />
  return (
    <FieldTypes>
      <Card>
        <AnswerList answers={answersOf(page.data.form?.children ?? [], model, page.data.lookups)} />
      </Card>
    </FieldTypes>
  )
}
