import { chakra } from '../../ui/chakra.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { pdfRecord } from '../../../contract/forms/pdfRecord.ts'
import type { RecordRow } from '../../../contract/endpoints/records.ts'
import type { RootScreenProps } from '../../engine/PageHost.ts'
import { useCachedPage } from '../../store/queries/cached.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { AnswerList } from '../../answers/AnswerList.tsx'
import { answersOf, wrongAmong } from '../../answers/answersOf.ts'
import { wrongIn } from '../../fields/pdf/wrongIn.ts'
import { FileViews, isStoredFile } from '../../answers/FileViews.tsx'
import { Evidence } from './Evidence.tsx'
import { isLateSave, LateMark, LateReason, LateSaves, LookedLine } from './LateSaves.tsx'
import { LineMark } from './LineMark.tsx'
import { permitIn, PermitMark, PermitSteps } from './PermitSteps.tsx'
import { NonConformingMark, NonConformingReason } from './NonConformingMark.tsx'

type Arrived = RecordRow & {
  readonly title?: string
  readonly tooComplex?: string
  readonly url?: string
  readonly late?: readonly unknown[]
  readonly permit?: unknown
}

const List = chakra('div', { base: { display: 'grid', gap: '3' } })
const Details = chakra('details', {
  base: {
    '& > summary': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      gap: '3',
      minHeight: 'target',
      padding: { base: '4', sm: '5' },
      borderRadius: 'lg',
      cursor: 'pointer',
      listStyle: 'none',
      '&::-webkit-details-marker': { display: 'none' },
      '& > svg': { transition: 'transform var(--m-durations-moderate)', color: 'fg.subtle' },
    },
    '&[open] > summary > svg': { transform: 'rotate(180deg)' },
  },
})
const Inside = chakra('div', { base: { padding: { base: '4', sm: '5' }, paddingTop: '0', display: 'grid', gap: '5' } })
const Title = chakra('span', { base: { display: 'block', textStyle: 'label' } })
const When = chakra('span', { base: { display: 'block', textStyle: 'small', color: 'fg.muted' } })
const Peek = chakra('div', { base: { paddingInline: { base: '4', sm: '5' }, paddingBottom: '4', marginTop: '-1' } })

const isArrived = (value: unknown): value is Arrived => {
  const row = value as Partial<RecordRow> | null
  return typeof row === 'object' && row !== null && typeof row.path === 'string' && typeof row.model === 'object'
}

function RecordCard({ record, page }: { readonly record: Arrived; readonly page: PageData }) {
  const { i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const nodes: readonly NodeSetting[] = page.form?.children ?? []
  const answers = answersOf(nodes, record.model, page.lookups)
  const late = (record.late ?? []).filter(isLateSave)
  const wrong = [...wrongIn(record.model[pdfRecord.nonConforming], page.form?.pdf), ...wrongAmong(answers)]
  const at = record.correctedAt ?? record.createdAt
  const when = (time: string) => i18n.date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })
  const made = when(at)
  const came = when(record.createdAt)
  const pictures = answers
    .filter((answer) => answer.kind === 'files')
    .flatMap((answer) => (Array.isArray(answer.value) ? answer.value : []))
  return (
    <Card padding="none" data-record={record.path}>
      <Details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span>
            <Title>
              <RecordTitle record={record} answers={answers} made={made} />
            </Title>
            <When>{made}</When>
            {wrong.length > 0 && <NonConformingMark />}
            {late.length > 0 && <LateMark />}
            <OwnMarks record={record} />
          </span>
          <Icon name="chevronDown" size={20} />
        </summary>
        {open && (
          <Inside>
            {wrong.length > 0 && <NonConformingReason fields={wrong} />}
            <AnswerList answers={answers} />
            <Permit record={record} title={record.title ?? made} />
            {late.map((one) => (
              <div key={one.rev}>
                <LateReason late={one} nodes={nodes} />
                <LookedLine late={one} />
              </div>
            ))}
            <ArrivalTime made={made} came={came} />
            <Evidence path={record.path} />
            {record.url && <FormLink url={record.url} />}
          </Inside>
        )}
      </Details>
      {!open && pictures.length > 0 && (
        <Peek>
          <FileViews files={pictures.filter(isStoredFile).slice(0, 4)} />
        </Peek>
      )}
    </Card>
  )
}

/** Marks of what the record is: made by a demo bot, or a permit. */
function OwnMarks({ record }: { readonly record: Arrived }) {
  const permit = permitIn(record.permit)
  return (
    <>
      {record.model['demo'] === true && <DemoMark />}
      {permit && <PermitMark path={record.path} rev={record.rev} permit={permit} />}
    </>
  )
}

function Permit({ record, title }: { readonly record: Arrived; readonly title: string }) {
  const permit = permitIn(record.permit)
  return permit ? <PermitSteps path={record.path} rev={record.rev} permit={permit} title={title} /> : null
}

/** A demo bot made the record (spec/3 §9). */
function DemoMark() {
  const { t } = useLingui()
  return (
    <LineMark icon="info" level="warning">
      {t`DEMO`}
    </LineMark>
  )
}

interface TitleProps {
  readonly record: Arrived
  readonly answers: ReturnType<typeof answersOf>
  readonly made: string
}

function RecordTitle({ record, answers, made }: TitleProps) {
  const { t } = useLingui()
  const { tooComplex: place } = record
  if (place !== undefined) return t`This form is too complex at ${place}.`
  const first = answers.find((answer) => answer.kind === 'text')
  return record.title ?? (first ? String(first.value) : made)
}

function ArrivalTime({ made, came }: { readonly made: string; readonly came: string }) {
  return (
    <When>
      {made === came ? (
        <Trans>Arrived {came}</Trans>
      ) : (
        <Trans>
          Made {made}, arrived {came}
        </Trans>
      )}
    </When>
  )
}

function FormLink({ url }: { readonly url: string }) {
  const { t } = useLingui()
  return (
    <div>
      <LinkButton href={url} icon="edit">
        {t`Open the form`}
      </LinkButton>
    </div>
  )
}

const nextOf = (data: PageData) => (data.componentConfig as { next?: string } | undefined)?.next

/** One batch of the records, and the next ones on request. `page` has the form of the records. */
function Records({ data, page, address }: { readonly data: PageData; readonly page: PageData; readonly address: string }) {
  const { t } = useLingui()
  const [more, setMore] = useState(false)
  const next = nextOf(data)
  return (
    <>
      <List>
        {(data.componentConfig?.items ?? []).filter(isArrived).map((record) => (
          <RecordCard key={record.path} record={record} page={page} />
        ))}
      </List>
      {next !== undefined && !more && (
        <Button full onClick={() => setMore(true)}>
          {t`Load more`}
        </Button>
      )}
      {next !== undefined && more && <MoreRecords address={address} cursor={next} page={page} />}
    </>
  )
}

function MoreRecords({ address, cursor, page }: { readonly address: string; readonly cursor: string; readonly page: PageData }) {
  const [path = '', query = ''] = address.split('?', 2)
  const kept = query.split('&').filter((pair) => pair !== '' && !pair.startsWith('cursor='))
  const { data, state, error, refresh } = useCachedPage(`${path}?${[...kept, `cursor=${encodeURIComponent(cursor)}`].join('&')}`)
  if (data) return <Records data={data} page={page} address={address} />
  if (state === 'failed') return <FailedState error={error} onRetry={refresh} />
  return <Skeleton rows={3} />
}

/** The received records of a form, newest first, with photos and signatures. */
export function RecordsScreen({ data, address, host }: RootScreenProps) {
  const { t } = useLingui()
  // A part without a match may have others after it.
  const empty = (data.componentConfig?.items ?? []).length === 0 && nextOf(data) === undefined
  return (
    <Page title={data.componentConfig?.title ?? data.form?.name ?? t`Arrived`}>
      {empty ? (
        <EmptyState
          icon="archive"
          title={t`Nothing has arrived yet`}
          action={
            <Button icon="refresh" onClick={() => host.reload()}>
              {t`Look again`}
            </Button>
          }
        >
          <Trans>What people save appears here as soon as their device has a connection.</Trans>
        </EmptyState>
      ) : (
        <>
          <LateSaves
            saves={(data.componentConfig?.attention ?? []).filter(isLateSave)}
            nodes={data.form?.children ?? []}
            name={data.form?.name ?? ''}
          />
          <Records data={data} page={data} address={address} />
        </>
      )}
    </Page>
  )
}
