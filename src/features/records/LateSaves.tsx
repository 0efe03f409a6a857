import { Trans, useLingui } from '@lingui/react/macro'
import { type LateSave, lookedAt } from '../../../contract/endpoints/attention.ts'
import type { NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { queue } from '../../store/outbox/queue.ts'
import { useAnswers, useWaiting } from '../../store/outbox/useWaiting.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { chakra } from '../../ui/chakra.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { LineMark } from './LineMark.tsx'

const Heading = chakra('h2', { base: { textStyle: 'heading' } })
const Small = chakra('p', { base: { textStyle: 'small', color: 'fg.muted', margin: '0' } })
const List = chakra('ul', { base: { listStyle: 'none', padding: '0', margin: '0', display: 'grid' } })
const Row = chakra('li', {
  base: {
    display: 'grid',
    gap: '2',
    paddingBlock: '4',
    overflowWrap: 'anywhere',
    '& + &': { borderTop: '1px solid', borderColor: 'border.default' },
  },
})
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2', marginTop: '1' } })

export function isLateSave(value: unknown): value is LateSave {
  const late = value as Partial<LateSave> | null
  return typeof late === 'object' && late !== null && typeof late.path === 'string' && typeof late.rev === 'number'
}

/**
 * Returns the labels of the changed questions, as the form names them. Changes without a question are
 * internal and are omitted.
 */
function namesOf(nodes: readonly NodeSetting[], changed: readonly string[]): string[] {
  return nodes.flatMap((node) => {
    if (node.type === 'group') return namesOf(node.children, changed)
    const attribute = 'attribute' in node && typeof node.attribute === 'string' ? node.attribute : undefined
    if (attribute === undefined || !changed.includes(attribute.split('.')[0] ?? '')) return []
    return [('label' in node && node.label) || attribute.replace(/[_.]+/g, ' ')]
  })
}

/** Why a person should check this late save, in one sentence. */
export function LateReason({ late, nodes }: { readonly late: LateSave; readonly nodes: readonly NodeSetting[] }) {
  const { t, i18n } = useLingui()
  const when = (at: string) => i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  const made = when(late.madeAt)
  const came = when(late.at)
  const by = late.by ?? t`Someone`
  const over = late.over ?? t`another person`
  const names = namesOf(nodes, late.changed)
  const list = names.join(', ')
  return (
    <>
      <p style={{ margin: 0 }}>
        {late.reason === 'overtaken' ? (
          <Trans>
            {by} saved this on {made}. It arrived {came}, after {over} had changed the record. Both changes are in it.
          </Trans>
        ) : (
          <Trans>
            {by} saved this on {made}. It arrived {came}, more than a day later.
          </Trans>
        )}
      </p>
      {names.length > 0 && (
        <Small>
          <Trans>Changed: {list}</Trans>
        </Small>
      )}
    </>
  )
}

/** Returns true if this device has marked the late save as checked, also while that mark is still unsent. */
function useLookedHere({ path, rev }: LateSave): boolean {
  const waiting = useWaiting(path) ?? []
  const answers = useAnswers(path) ?? []
  const has = (revs: unknown) => Array.isArray(revs) && revs.includes(rev)
  return (
    waiting.some(({ kind, body }) => kind === `POST ${lookedAt.path}` && has(body['revs'])) ||
    answers.some(({ answer }) => has(answer['looked']))
  )
}

/** Shows who checked it, and when. */
export function LookedLine({ late }: { readonly late: LateSave }) {
  const { i18n } = useLingui()
  const here = useLookedHere(late)
  const by = late.looked?.by
  const at = late.looked && i18n.date(new Date(late.looked.at), { dateStyle: 'medium', timeStyle: 'short' })
  if (!late.looked && !here) return null
  return (
    <Small>
      {!late.looked && <Trans>Checked by you</Trans>}
      {late.looked && !by && <Trans>Checked, {at}</Trans>}
      {late.looked && by && (
        <Trans>
          Checked by {by}, {at}
        </Trans>
      )}
    </Small>
  )
}

/** The mark on the row of a record: one of its saves arrived long after it was made. */
export function LateMark() {
  return (
    <LineMark icon="clock" level="warning">
      <Trans>Arrived late</Trans>
    </LineMark>
  )
}

function Item({ late, nodes, fallback }: { readonly late: LateSave; readonly nodes: readonly NodeSetting[]; readonly fallback: string }) {
  const { t } = useLingui()
  const looked = useLookedHere(late)
  const title = late.title ?? fallback
  const look = async () => {
    await queue(lookedAt, { '*': late.path }, { revs: [late.rev] }, { title: t`Checked: ${title}` })
    toast(t`Marked as checked.`, 'success')
  }
  return (
    <Row data-late={`${late.path}@${late.rev}`}>
      <strong>{title}</strong>
      <LateReason late={late} nodes={nodes} />
      {looked ? (
        <div role="status">
          <LookedLine late={late} />
        </div>
      ) : (
        <Buttons>
          <Button icon="check" aria-label={t`I have checked ${title}`} onClick={look}>
            {t`I have checked it`}
          </Button>
          <LinkButton kind="quiet" href={`/frontend/${late.path}`} aria-label={t`Open ${title}`}>
            {t`Open the form`}
          </LinkButton>
        </Buttons>
      )}
    </Row>
  )
}

/** Late saves that are not checked yet, with the reason. */
export function LateSaves({
  saves,
  nodes,
  name,
}: {
  readonly saves: readonly LateSave[]
  readonly nodes: readonly NodeSetting[]
  readonly name: string
}) {
  if (saves.length === 0) return null
  return (
    <section aria-labelledby="needs-a-look" style={{ display: 'grid', gap: '0.75rem' }}>
      <Heading id="needs-a-look">
        <Trans>Needs attention</Trans>
      </Heading>
      <Card data-needs-a-look style={{ paddingBlock: '0.25rem' }}>
        <List>
          {saves.map((late) => (
            <Item key={`${late.path}@${late.rev}`} late={late} nodes={nodes} fallback={name} />
          ))}
        </List>
      </Card>
    </section>
  )
}
