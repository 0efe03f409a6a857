import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ArrivedRecord } from '../../../contract/endpoints/site/arrived.ts'
import type { LateSave } from '../../../contract/endpoints/attention.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import type { PageData } from '../../../contract/endpoints/pages.ts'
import { pdfRecord } from '../../../contract/forms/pdfRecord.ts'
import { fileName } from '../../../contract/rules/fileName.ts'
import { AnswerList } from '../../answers/AnswerList.tsx'
import { answersOf, wrongAmong } from '../../answers/answersOf.ts'
import { FileViews, isStoredFile } from '../../answers/FileViews.tsx'
import { wrongIn } from '../../fields/pdf/wrongIn.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { downloadFile } from '../../ui/downloadFile.ts'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Evidence } from './Evidence.tsx'
import { isLateSave, LateMark, LateReason, LookedLine } from './LateSaves.tsx'
import { LineMark } from './LineMark.tsx'
import { loadPhoto } from './loadPhoto.ts'
import { NonConformingMark, NonConformingReason } from './NonConformingMark.tsx'
import { permitIn, PermitMark, PermitSteps } from './PermitSteps.tsx'
import { recordPdf } from './recordPdf.ts'
import { senderText } from './senderText.ts'
import * as styles from './records.module.css'

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

interface RecordCardProps {
  readonly record: ArrivedRecord
  /** The page with the form of the record. */
  readonly page: PageData
}

/** What a card shows of a record, in words. */
function useRecordWords(record: ArrivedRecord, page: PageData) {
  const { t, i18n } = useLingui()
  const answers = answersOf(page.form?.children ?? [], record.model, page.lookups)
  const when = (time: string) => i18n.date(new Date(time), { dateStyle: 'medium', timeStyle: 'short' })
  const made = when(record.correctedAt ?? record.createdAt)
  const came = when(record.createdAt)
  const from = record.sender && senderText(record.sender)
  const first = answers.find((answer) => answer.kind === 'text')
  const { tooComplex: place } = record
  const own = record.title ?? (first ? String(first.value) : made)
  const title = place === undefined ? own : t`This form is too complex at ${place}.`
  const name = page.form?.name
  const report = {
    title: name === undefined || title === name ? title : `${name}: ${title}`,
    facts: [...(from === undefined ? [] : [[t`Sent by`, from] as const]), [t`Made`, made] as const, [t`Arrived`, came] as const],
    answers,
  }
  return { answers, made, came, from, title, report }
}

const picturesIn = (answers: ReturnType<typeof answersOf>) =>
  answers
    .filter((answer) => answer.kind === 'files')
    .flatMap((answer) => (Array.isArray(answer.value) ? answer.value : []))
    .filter(isStoredFile)

/** A received record: what it is, who sent it and when; opened: its answers, and what a manager can do with it. */
export function RecordCard({ record, page }: RecordCardProps) {
  const [open, setOpen] = useState(false)
  const { answers, made, came, from, title, report } = useRecordWords(record, page)
  const late = (record.late ?? []).filter(isLateSave)
  const wrong = [...wrongIn(record.model[pdfRecord.nonConforming], page.form?.pdf), ...wrongAmong(answers)]
  const pictures = picturesIn(answers)
  return (
    <Card padding="none" data-record={record.path} data-open={open}>
      <Details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span>
            <Title>{title}</Title>
            <When>{[made, from].filter(Boolean).join(' · ')}</When>
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
            <LateReasons late={late} nodes={page.form?.children ?? []} />
            <ArrivalTime made={made} came={came} />
            <Evidence path={record.path} />
            <Actions record={record} report={report} />
          </Inside>
        )}
      </Details>
      {!open && pictures.length > 0 && (
        <Peek>
          <FileViews files={pictures.slice(0, 4)} />
        </Peek>
      )}
    </Card>
  )
}

function LateReasons({ late, nodes }: { readonly late: readonly LateSave[]; readonly nodes: readonly NodeSetting[] }) {
  return late.map((one) => (
    <div key={one.rev}>
      <LateReason late={one} nodes={nodes} />
      <LookedLine late={one} />
    </div>
  ))
}

interface ActionsProps {
  readonly record: ArrivedRecord
  readonly report: Parameters<typeof recordPdf>[1]
}

function Actions({ record, report }: ActionsProps) {
  const { t, i18n } = useLingui()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const bytes = await recordPdf(i18n, report, loadPhoto)
      downloadFile(new Blob([bytes], { type: 'application/pdf' }), fileName(report.title, 'pdf'))
    } catch (failure) {
      toast(failure instanceof Error ? failure.message : String(failure), 'error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.actions}>
      {record.url && (
        <LinkButton href={record.url} icon="edit">
          {t`Open the form`}
        </LinkButton>
      )}
      <Button icon="download" disabled={busy} onClick={download}>
        {busy ? t`Making the PDF…` : t`PDF`}
      </Button>
      <Button icon="file" kind="quiet" onClick={(event) => printCard(event.currentTarget)}>
        {t`Print`}
      </Button>
    </div>
  )
}

/** Prints this record alone: the sheet hides the others while one is marked. */
function printCard(button: HTMLElement): void {
  const card = button.closest<HTMLElement>('[data-record]')
  if (!card) return
  card.dataset['printed'] = 'true'
  document.documentElement.dataset['printing'] = 'record'
  const end = () => {
    delete card.dataset['printed']
    delete document.documentElement.dataset['printing']
  }
  addEventListener('afterprint', end, { once: true })
  window.print()
}

/** Marks of what the record is: made by a demo bot, or a permit. */
function OwnMarks({ record }: { readonly record: ArrivedRecord }) {
  const permit = permitIn(record.permit)
  return (
    <>
      {record.model['demo'] === true && <DemoMark />}
      {permit && <PermitMark path={record.path} rev={record.rev} permit={permit} />}
    </>
  )
}

function Permit({ record, title }: { readonly record: ArrivedRecord; readonly title: string }) {
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
