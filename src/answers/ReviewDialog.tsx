import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import type { PageData } from '../../contract/endpoints/pages.ts'
import { useCachedPage } from '../store/queries/cached.ts'
import {
  type Choice,
  type Conflict,
  decideConflict,
  type Disputed,
  lookAgain,
  useConflict,
  useEndOf,
} from '../store/outbox/decideConflict.ts'
import { saveTitle } from './saveTitle.ts'
import { Button } from '../ui/controls/Button.tsx'
import { chakra } from '../ui/chakra.ts'
import { ErrorText } from '../ui/controls/ErrorText.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { Notice } from '../ui/feedback/Notice.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { AnswerValue } from './AnswerList.tsx'
import type { Answer } from '../fields/defineAnswer.ts'
import { type DisputedAnswer, disputedAnswer } from './disputedAnswer.ts'
import * as controls from '../ui/controls/controls.module.css'

interface ReviewDialogProps {
  readonly opId: string
  onClose(): void
  /** Called when the decision is saved on the device. */
  onDecided?(): void
}

const Title = chakra('p', { base: { fontWeight: 'semibold', overflowWrap: 'anywhere' } })
const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0', overflowWrap: 'anywhere' } })
const Faint = chakra('span', { base: { color: 'fg.muted' } })
const Fields = chakra('form', { base: { display: 'grid', gap: '6', paddingBlock: '3' } })
const Field = chakra('fieldset', {
  base: {
    border: '0',
    padding: '0',
    margin: '0',
    minWidth: '0',
    '& > legend': { textStyle: 'label', padding: '0', marginBottom: '2', overflowWrap: 'anywhere' },
  },
})
/** Side by side when there is space for two columns of text. */
const Sides = chakra('div', {
  base: { display: 'grid', gap: '2', gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(auto-fit, minmax(13rem, 1fr))' } },
})
const Side = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: '0',
    borderRadius: 'md',
    border: '1.5px solid',
    borderColor: 'border.strong',
    bg: 'bg.surface',
    '&:has(> label > input:checked)': { borderColor: 'bg.inverted', boxShadow: 'inset 0 0 0 2px var(--m-colors-bg-inverted)' },
    // Below the word of the choice.
    '& > div': {
      paddingInlineStart: '3.125rem',
      paddingInlineEnd: '4',
      paddingBottom: '4',
      overflowWrap: 'anywhere',
      whiteSpace: 'pre-wrap',
    },
  },
})
const Quick = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } })

/**
 * Shows the answers of two people side by side, to choose which one counts. Changes nothing before the user
 * has decided on all of them.
 */
export function ReviewDialog(props: ReviewDialogProps) {
  const { opId, onClose } = props
  const { t } = useLingui()
  const conflict = useConflict(opId)
  const end = useEndOf(opId)
  useEffect(() => void lookAgain(opId).catch(() => undefined), [opId])
  const close = useRef(onClose)
  close.current = onClose
  const gone = conflict === null
  useEffect(() => {
    if (!gone || end === undefined) return
    if (end === 'sent') toast(t`The conflict is resolved, and your save has been sent.`, 'success')
    close.current()
  }, [end, gone, t])
  if (!conflict) return null
  const address = conflict.address
  return address === undefined ? (
    <Review {...props} conflict={conflict} page={undefined} />
  ) : (
    <WithPage {...props} conflict={conflict} address={address} />
  )
}

type ReviewProps = ReviewDialogProps & { readonly conflict: Conflict; readonly page: PageData | undefined }

/** Loads the labels from the cached form; without it, attribute names are the labels. */
function WithPage({ address, ...props }: Omit<ReviewProps, 'page'> & { readonly address: string }) {
  const { data } = useCachedPage(address)
  return <Review {...props} page={data} />
}

interface Question extends Disputed {
  readonly answer: DisputedAnswer
  readonly together: unknown
}

const theirsOf = ({ theirs }: Disputed): string => JSON.stringify(theirs ?? null)

/** Attributes in the order of the form. */
const attributesOf = (nodes: readonly NodeSetting[]): string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'group') return attributesOf(node.children)
    return 'attribute' in node && node.attribute ? [node.attribute] : []
  })

function questionsOf({ disputed, current }: Conflict, page: PageData | undefined, removed: DisputedAnswer): Question[] {
  const nodes: readonly NodeSetting[] = page?.form?.children ?? []
  const order = attributesOf(nodes)
  const rank = ({ key }: Disputed) =>
    order.findIndex((name) => [name, `model.${name}`].some((at) => key === at || key.startsWith(`${at}.`)))
  const sorted = [...disputed].sort((a, b) => rank(a) - rank(b))
  return sorted.map((one) => {
    const answer =
      one.key === 'deleted' ? removed : disputedAnswer({ nodes, place: one.place, record: current, lookups: page?.lookups ?? {} })
    return { ...one, answer, together: answer.both(one.mine, one.theirs) }
  })
}

function Review({ conflict, page, onClose, onDecided }: ReviewProps) {
  const { t } = useLingui()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)

  const words = (value: unknown): Answer => ({ key: 'deleted', label: '', kind: 'text', value: value === true ? t`Removed` : t`Kept` })
  const questions = questionsOf(conflict, page, { label: t`The whole record`, shown: words, both: () => undefined })
  const { choices, choose, missing, setMissing } = useChoices(questions)
  const [news, setNews] = useNews(questions)

  const submit = async () => {
    const open = questions.filter(({ key }) => choices[key] === undefined).map(({ key }) => key)
    setMissing(open)
    const [first] = open
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[data-answer="${CSS.escape(first)}"] input`)?.focus()
      return
    }
    if ((await decide(conflict, choices)) === 'again') setNews(true)
    else {
      toast(t`Decided. It is sent as soon as there is a connection.`, 'success')
      onDecided?.()
      onClose()
    }
  }

  const many = questions.length
  return (
    <Dialog
      open
      title={t`Which answer counts?`}
      width="46rem"
      fullBelow={640}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Not now`}</Button>
          <Button kind="primary" icon="check" onClick={submit}>
            {t`Save this`}
          </Button>
        </>
      }
    >
      <Title>{saveTitle(conflict)}</Title>
      <Small>
        <Plural
          value={many}
          one="Another person changed the same answer while your save was waiting. Everything else has been merged."
          other="Another person changed the same # answers while your save was waiting. Everything else has been merged."
        />
      </Small>
      <div role="status">{news && <ChangedAgain />}</div>
      <Fields
        ref={form}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
      >
        {many > 1 && (
          <Quick>
            <Button onClick={() => choose(questions, 'mine')}>{t`All mine`}</Button>
            <Button onClick={() => choose(questions, 'theirs')}>{t`All theirs`}</Button>
          </Quick>
        )}
        {questions.map((question) => (
          <QuestionField
            key={question.key}
            id={`${id}-${question.key}`}
            question={question}
            chosen={choices[question.key]}
            lacks={missing.includes(question.key)}
            onChoose={(choice) => choose([question], choice)}
          />
        ))}
      </Fields>
    </Dialog>
  )
}

/** What the user chose for each question. */
function useChoices(questions: readonly Question[]) {
  const [chosen, setChosen] = useState<Readonly<Record<string, { readonly choice: Choice; readonly against: string }>>>({})
  const [missing, setMissing] = useState<readonly string[]>([])
  // A choice is valid only against the answer that the user saw: when the other answer has changed, ask
  // again. Computed while rendering, because a reset after it could be too late for a tap.
  const choices: Readonly<Record<string, Choice>> = Object.fromEntries(
    questions.flatMap((question) => {
      const made = chosen[question.key]
      return made?.against === theirsOf(question) ? [[question.key, made.choice]] : []
    }),
  )
  const choose = (made: readonly Question[], choice: Choice) => {
    const added = made.map((question) => [question.key, { choice, against: theirsOf(question) }] as const)
    setChosen((last) => ({ ...last, ...Object.fromEntries(added) }))
    setMissing((last) => last.filter((one) => made.every(({ key }) => key !== one)))
  }
  return { choices, choose, missing, setMissing }
}

/** True once another answer has changed while the dialog is open. */
function useNews(questions: readonly Question[]) {
  const [news, setNews] = useState(false)
  const theirs = JSON.stringify(questions.map((question) => [question.key, theirsOf(question)]))
  const before = useRef(theirs)
  useEffect(() => {
    if (before.current === theirs) return
    const old = new Map(JSON.parse(before.current) as [string, string][])
    before.current = theirs
    if ((JSON.parse(theirs) as [string, string][]).some(([key, value]) => old.get(key) !== value)) setNews(true)
  }, [theirs])
  return [news, setNews] as const
}

/** Decides the conflict. While the server is being asked whether it still exists, waits for its answer or the timeout. */
async function decide(conflict: Conflict, choices: Readonly<Record<string, Choice>>) {
  let done = await decideConflict(conflict, choices)
  for (; done === 'busy'; done = await decideConflict(conflict, choices)) await new Promise((resolve) => setTimeout(resolve, 100))
  return done
}

function ChangedAgain() {
  return (
    <div style={{ marginTop: '0.75rem' }}>
      <Notice>
        <Trans>The record has changed again. Please check the answers that are not chosen yet.</Trans>
      </Notice>
    </div>
  )
}

interface QuestionFieldProps {
  readonly id: string
  readonly question: Question
  readonly chosen: Choice | undefined
  /** The user tried to save without a choice. */
  readonly lacks: boolean
  onChoose(choice: Choice): void
}

/** The two answers of a question, and both together where that is possible. */
function QuestionField({ id, question, chosen, lacks, onChoose }: QuestionFieldProps) {
  const { i18n } = useLingui()
  const { key, answer, changed } = question
  const at = changed && i18n.date(new Date(changed.at), { dateStyle: 'medium', timeStyle: 'short' })
  const by = changed?.by
  const side = (choice: Choice, name: ReactNode, value: unknown, more?: ReactNode) => (
    <Side>
      <label className={controls.choice} style={{ border: 0, background: 'none', boxShadow: 'none', fontWeight: 600 }}>
        <input type="radio" name={id} checked={chosen === choice} aria-describedby={`${id}-${choice}`} onChange={() => onChoose(choice)} />
        <span className={controls.choiceText}>{name}</span>
      </label>
      <div id={`${id}-${choice}`}>
        <Value answer={answer.shown(value)} />
        {more}
      </div>
    </Side>
  )
  return (
    <Field data-answer={key} aria-describedby={lacks ? `${id}-missing` : undefined}>
      <legend>{answer.label}</legend>
      <Sides>
        {side('mine', <Trans>Mine</Trans>, question.mine)}
        {side(
          'theirs',
          <Trans>Theirs</Trans>,
          question.theirs,
          at && <Small style={{ marginTop: '0.5rem' }}>{by ? `${by}, ${at}` : <Trans>Changed {at}</Trans>}</Small>,
        )}
        {question.together !== undefined && side('both', <Trans>Both</Trans>, question.together)}
      </Sides>
      <Before answer={answer.shown(question.was)} />
      {lacks && (
        <div style={{ marginTop: '0.5rem' }}>
          <ErrorText id={`${id}-missing`} isQuiet>
            <Trans>Choose one of them.</Trans>
          </ErrorText>
        </div>
      )}
    </Field>
  )
}

function Value({ answer }: { readonly answer: Answer | undefined }) {
  if (answer) return <AnswerValue answer={answer} />
  return (
    <Faint>
      <Trans>Nothing</Trans>
    </Faint>
  )
}

/** The answer before both changes, when one line can show it. */
function Before({ answer }: { readonly answer: Answer | undefined }) {
  if (!answer || !['text', 'yesNo', 'time', 'date', 'cents'].includes(answer.kind) || answer.key === 'deleted') return null
  return (
    <Small style={{ marginTop: '0.5rem' }}>
      <Trans>Before:</Trans> <AnswerValue answer={answer} />
    </Small>
  )
}
