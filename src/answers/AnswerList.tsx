import { chakra } from '../ui/chakra.ts'
import { useLingui } from '@lingui/react/macro'
import { today } from '../lib/formatDate.ts'
import type { Answer } from '../fields/defineAnswer.ts'
import { answerText, filesIn } from './answerText.ts'
import { FileViews, SignatureView } from './FileViews.tsx'

const List = chakra('dl', { base: { display: 'grid', gap: '4', margin: '0' } })
const Section = chakra('div', { base: { '& + &': { marginTop: '6' } } })
const Heading = chakra('h2', { base: { margin: '0', marginBottom: '3', textStyle: 'heading' } })
const Label = chakra('dt', { base: { color: 'fg.muted', textStyle: 'small' } })
const Value = chakra('dd', { base: { margin: '0', whiteSpace: 'pre-wrap', '& > ul': { marginTop: '2' } } })
const Item = chakra('div', {
  base: { borderInlineStart: '3px solid', borderColor: 'border.default', paddingInlineStart: '4', marginTop: '2' },
})

function Signature({ answer }: { readonly answer: Answer }) {
  const [file] = filesIn(answer.value)
  return file ? <SignatureView file={file} label={answer.label} /> : null
}

/** Shows one answer as readable text. */
export function AnswerValue({ answer }: { readonly answer: Answer }) {
  const { i18n } = useLingui()
  switch (answer.kind) {
    case 'files':
      return <FileViews files={filesIn(answer.value)} />
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
    default:
      return answerText(answer, i18n)
  }
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
