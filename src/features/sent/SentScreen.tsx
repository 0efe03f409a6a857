import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { listSent, sentDays } from '../../../contract/endpoints/people/listSent.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { usePreference } from '../../store/preferences/preferences.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Answered } from '../../tables/Answered.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { SiteLink } from '../../ui/controls/SiteLink.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { focusTop } from '../../ui/layout/focusTop.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { SentStateMark } from './SentStateMark.tsx'
import { itemOf, type SentItem, useSent } from './useSent.ts'

const List = chakra('ul', { base: { display: 'grid', gap: '2', listStyle: 'none', padding: '0', margin: '0' } })
const Item = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    borderRadius: 'md',
    bg: 'bg.surface',
    boxShadow: 'card',
    _hover: { boxShadow: 'raised' },
    '& > a:first-child': { flex: '1', minWidth: '0' },
  },
})
const Row = chakra(SiteLink, {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
    minHeight: 'target',
    padding: '4',
    borderRadius: 'md',
    color: 'fg.default',
    textDecoration: 'none',
  },
})
const Name = chakra('span', { base: { display: 'block', textStyle: 'label' } })
const Small = chakra('span', { base: { display: 'block', textStyle: 'small', color: 'fg.muted' } })

const shownAtFirst = 30

/** Returns the path after which older records follow; undefined on the last page. */
const lastOf = (page: AnswerOf<typeof listSent> | undefined) => (page?.more === true ? page.records.at(-1)?.path : undefined)

const formOf = (path: string) => path.split('/')[1] ?? ''
const recordOf = (path: string) => path.split('/')[2] ?? ''

/** A save that waits is changed in the outbox; after an approval the record stays as it is. */
const isOpen = (state: SentItem['state']) => state !== 'waiting' && state !== 'approved'

/** `/sent`: what this person has saved in the last 30 days, and what became of it. */
export function SentScreen() {
  const { t } = useLingui()
  const owner = useOwner()
  const { server, items } = useSent()
  const { state, stale, fetchedAt, error, refresh, data } = server
  const signedIn = owner.startsWith('u:')
  const [before, setBefore] = useState<string>()
  const turn = (path: string | undefined) => {
    setBefore(path)
    focusTop()
  }
  return (
    <Page title={t`Sent by me`} lead={<Trans>The last {sentDays} days, from all your devices.</Trans>}>
      {stale && <OfflineCopy at={fetchedAt} />}
      {!signedIn && <LinkButton href="/sign-in" icon="key">{t`Sign in`}</LinkButton>}
      {signedIn && !data && state === 'loading' && items.length === 0 && <Skeleton rows={4} />}
      {signedIn && !data && state === 'failed' && <FailedState error={error} onRetry={refresh} />}
      {items.length === 0 && data && (
        <EmptyState icon="send" title={t`Nothing sent yet`}>
          <Trans>What you save appears here with its status.</Trans>
        </EmptyState>
      )}
      {before === undefined ? <SentList items={items} last={lastOf(data)} onOlder={turn} /> : <OlderSent before={before} onPage={turn} />}
    </Page>
  )
}

interface OlderProps {
  /** The path of the last record of the page before. */
  readonly before: string
  readonly onPage: (before: string | undefined) => void
}

/** A page of older records, as the server knows them. */
function OlderSent({ before, onPage }: OlderProps) {
  const { t } = useLingui()
  const [language] = usePreference('language')
  const cached = useCached(listSent, undefined, { lang: language, before })
  return (
    <>
      <Button full onClick={() => onPage(undefined)}>{t`Newest`}</Button>
      <Answered cached={cached}>
        {(page) => <SentList key={before} items={page.records.map(itemOf)} last={lastOf(page)} onOlder={onPage} />}
      </Answered>
    </>
  )
}

interface SentListProps {
  readonly items: readonly SentItem[]
  /** The path of the last record of this page; undefined: there are no older ones. */
  readonly last: string | undefined
  readonly onOlder: (last: string) => void
}

function SentList({ items, last, onOlder }: SentListProps) {
  const { t, i18n } = useLingui()
  const [shown, setShown] = useState(shownAtFirst)
  return (
    <>
      <List>
        {items.slice(0, shown).map(({ path, name, formName, at, state, reason }) => (
          <Item key={path}>
            <Row href={`/sent/forms/${formOf(path)}/${recordOf(path)}`} data-record={path}>
              <span>
                <Name>{name}</Name>
                <Small>
                  {[formName, i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })].filter(Boolean).join(' · ')}
                </Small>
                {reason && <Small>{reason}</Small>}
              </span>
              <SentStateMark state={state} />
            </Row>
            {isOpen(state) && (
              <LinkButton href={`/frontend/${path}`} kind="quiet" icon="edit" aria-label={t`Edit: ${name}`}>
                {t`Edit`}
              </LinkButton>
            )}
          </Item>
        ))}
      </List>
      {items.length > shown && <Button full onClick={() => setShown(shown + shownAtFirst)}>{t`Show more`}</Button>}
      {items.length <= shown && last !== undefined && <Button full onClick={() => onOlder(last)}>{t`Older`}</Button>}
    </>
  )
}
