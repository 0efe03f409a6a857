import { chakra } from '../ui/chakra.ts'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { today } from '../lib/formatDate.ts'
import type { Answer } from '../fields/defineAnswer.ts'
import { FileViews, isStoredFile, SignatureView } from './FileViews.tsx'

const List = chakra('dl', { base: { display: 'grid', gap: '4', margin: '0' } })
const Section = chakra('div', { base: { '& + &': { marginTop: '6' } } })
const Heading = chakra('h2', { base: { margin: '0', marginBottom: '3', textStyle: 'heading' } })
const Label = chakra('dt', { base: { color: 'fg.muted', textStyle: 'small' } })
const Value = chakra('dd', { base: { margin: '0', whiteSpace: 'pre-wrap', '& > ul': { marginTop: '2' } } })
const Item = chakra('div', {
  base: { borderInlineStart: '3px solid', borderColor: 'border.default', paddingInlineStart: '4', marginTop: '2' },
})

/** 13:30 → 1:30 PM, as the fields show it. */
function clock(value: unknown, locale: string): string {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(String(value)) ?? []
  if (hours === undefined || minutes === undefined) return String(value)
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(
    new Date(2000, 0, 1, Number(hours), Number(minutes)),
  )
}

/** 2026-05-11 → May 11, 2026. */
function dayWords(value: unknown, i18n: I18n): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(String(value))?.[0]
  return day ? i18n.date(new Date(`${day}T12:00:00`), { dateStyle: 'medium' }) : String(value)
}

const filesIn = (value: unknown) => (Array.isArray(value) ? value.filter(isStoredFile) : [])

function Signature({ answer }: { readonly answer: Answer }) {
  const [file] = filesIn(answer.value)
  return file ? <SignatureView file={file} label={answer.label} /> : null
}

/** Shows one answer as readable text. */
export function AnswerValue({ answer }: { readonly answer: Answer }) {
  const { t, i18n } = useLingui()
  const { value } = answer
  switch (answer.kind) {
    case 'yesNo':
      return value === true ? t`Yes` : t`No`
    case 'files':
      return <FileViews files={filesIn(value)} />
    case 'signature':
      return <Signature answer={answer} />
    case 'items':
      return answer.items?.map((answers, index) => (
        <Item key={index}>
          <AnswerList answers={answers} />
        </Item>
      ))
    case 'lines':
      return answer.lines?.(today(), i18n.locale).map((line, index) => <div key={index}>{line}</div>)
    case 'time':
      return clock(value, i18n.locale)
    case 'date':
      return dayWords(value, i18n)
    case 'cents':
      return i18n.number(Number(value) / 100, { style: 'currency', currency: 'USD' })
    case 'text':
      if (typeof value === 'boolean') return value ? t`Yes` : t`No`
      return textOf(value, i18n)
  }
}

function textOf(value: unknown, i18n: I18n): string {
  if (typeof value === 'number') return i18n.number(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

interface Part {
  readonly heading: string | undefined
  readonly answers: readonly Answer[]
}

/** The answers below each heading. */
function partsOf(answers: readonly Answer[]): readonly Part[] {
  const starts = answers.flatMap(({ heading }, index) => (index === 0 || heading !== undefined ? [index] : []))
  return starts.map((start, index) => ({ heading: answers[start]?.heading, answers: answers.slice(start, starts[index + 1]) }))
}

export function AnswerList({ answers }: { readonly answers: readonly Answer[] }) {
  return partsOf(answers).map((part) => (
    <Section key={part.answers[0]?.key}>
      {part.heading === undefined ? null : <Heading>{part.heading}</Heading>}
      <List>
        {part.answers.map((answer) => (
          <div key={answer.key}>
            <Label>{answer.label}</Label>
            <Value>
              <AnswerValue answer={answer} />
            </Value>
          </div>
        ))}
      </List>
    </Section>
  ))
}
