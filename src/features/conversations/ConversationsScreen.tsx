import { Plural, useLingui } from '@lingui/react/macro'
import { useParams, useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { executionState, type StateName } from '../../../contract/rules/executionState.ts'
import {
  conversationsEvery,
  conversationsEveryProcessing,
  type ExecutionRow,
  listExecutions,
  processingTag,
} from '../../../contract/endpoints/executions.ts'
import { useCached } from '../../store/queries/cached.ts'
import { type PendingChange, usePendingUnder } from '../../store/outbox/useChangesOver.ts'
import { useFresh } from '../../store/connectivity/useFresh.ts'
import { Answered } from '../../tables/Answered.tsx'
import { PendingMark } from '../../tables/EditableTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { focusTop } from '../../ui/layout/focusTop.ts'
import { ListFoot } from '../../ui/layout/RowList.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Table, type TableColumn } from '../../ui/table/Table.tsx'
import * as styles from './conversations.module.css'

const keyOf = ({ key }: ExecutionRow) => key
const isProcessing = ({ tags }: ExecutionRow) => tags.some(({ label }) => label === processingTag)

function useConversationColumns(): TableColumn<ExecutionRow>[] {
  const { t, i18n } = useLingui()
  const states = useMemo(
    (): Readonly<Record<StateName, string>> => ({
      Finalized: t`Finalized`,
      Completing: t`Completing`,
      'Requires Approval': t`Requires Approval`,
      'Requires Attention': t`Requires Attention`,
      Running: t`Running`,
      'Waiting to Complete': t`Waiting to Complete`,
    }),
    [t],
  )
  return useMemo(
    (): TableColumn<ExecutionRow>[] => [
      { key: 'title', label: t`Conversation`, width: 2, text: ({ title }) => title },
      {
        key: 'date',
        label: t`Date`,
        text: ({ date }) => date ?? '',
        draw: ({ date }) => (date === undefined ? '' : i18n.date(new Date(`${date}T12:00`), { dateStyle: 'medium' })),
      },
      { key: 'state', label: t`State`, text: ({ execution }) => states[executionState(execution, Date.now()).name] },
      {
        key: 'tags',
        label: t`Tags`,
        text: ({ tags }) => tags.map(({ label }) => label).join(', '),
        draw: ({ tags }) => (
          <span className={styles.tags}>
            {tags.map(({ label, color }) => (
              <span key={label} className={styles.tag} data-color={color}>
                {label}
              </span>
            ))}
          </span>
        ),
      },
    ],
    [i18n, states, t],
  )
}

/** The conversations of a bot, newest first (spec/3 §2.2, §4.7). */
export function ConversationsScreen() {
  const { t } = useLingui()
  const router = useRouter()
  const { id } = useParams({ from: '/console/automation/$id/executions' })
  const [older, setOlder] = useState<{ bot: string; before: string | undefined }>()
  // Another bot begins with its newest ones.
  const before = older !== undefined && older.bot === id ? older.before : undefined
  const turn = (page: typeof older) => {
    setOlder(page)
    focusTop()
  }
  const cached = useCached(listExecutions, { id }, before === undefined ? {} : { before })
  const rows = cached.data?.executions
  useFresh(cached.refresh, rows?.some(isProcessing) === true ? conversationsEveryProcessing : conversationsEvery)
  const waiting = usePendingUnder('automation')
  const pendingOf = useMemo(() => new Map<string, PendingChange>(waiting?.map((change) => [change.path, change])), [waiting])
  const columns = useConversationColumns()
  const name = cached.data?.bot.title ?? ''
  return (
    <Page title={name === '' ? t`Conversations` : t`Manage ${name}`} width="desk">
      <Answered cached={cached}>
        {({ bot, executions, more }) =>
          executions.length === 0 && before === undefined ? (
            <EmptyState
              icon="message"
              title={t`No conversations yet`}
              action={<LinkButton href={`/automation/${bot.id}`} icon="edit">{t`Configure the bot`}</LinkButton>}
            >
              {t`They appear here when the bot has texted its contacts.`}
            </EmptyState>
          ) : (
            <>
              <Table
                counted={<Plural value={executions.length} one="# conversation" other="# conversations" />}
                title={t`Conversations`}
                columns={columns}
                rows={executions}
                rowKey={keyOf}
                keptAs="conversations"
                mark={({ path }) => <PendingMark pending={pendingOf.get(path)} />}
                rowActions={({ key }) => [
                  { key: 'view', label: t`View`, onPress: () => router.navigate({ href: `/automation/${id}/execution/${key}` }) },
                ]}
              />
              {(more === true || before !== undefined) && (
                <ListFoot>
                  {before !== undefined && <Button size="desk" onClick={() => turn(undefined)}>{t`Newest`}</Button>}
                  {more === true && (
                    <Button size="desk" onClick={() => turn({ bot: id, before: executions.at(-1)?.key })}>{t`Older`}</Button>
                  )}
                </ListFoot>
              )}
            </>
          )
        }
      </Answered>
    </Page>
  )
}
