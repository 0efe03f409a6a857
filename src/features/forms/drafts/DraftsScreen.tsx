import { t as say } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import type { Model } from '../../../../contract/endpoints/records.ts'
import { labelOf } from '../../../engine/labelOf.ts'
import { readValue } from '../../../engine/readValue.ts'
import { nameOf, pageOf } from '../../../lib/pageOf.ts'
import { type Unfinished, useKeptPage, useUnfinished } from '../../../store/drafts/useUnfinished.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LinkButton } from '../../../ui/controls/LinkButton.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { amountWords, answerWords, isNothing } from './answerWords.ts'
import { besideHash, deleteDraft, exportDraft } from './takeOver.ts'
import * as styles from './drafts.module.css'

/**
 * All answers that this person typed on this device and never saved: today's drafts and the shelf of the last
 * 30 days.
 */
export function DraftsScreen() {
  const { t } = useLingui()
  const items = useUnfinished()
  return (
    <Page title={t`Drafts`} lead={<Trans>Typed on this device but never saved. Older than a day, they are kept for 30 days.</Trans>}>
      {items.length === 0 ? (
        <EmptyState icon="edit" title={t`No drafts`}>
          <Trans>What you type in a form is kept here until you save it.</Trans>
        </EmptyState>
      ) : null}
      {items.map((item) => (
        <DraftCard key={item.id} item={item} />
      ))}
    </Page>
  )
}

/** The answers are at the top level of the record, or one level down under `model`. */
const answersIn = (body: Model): Model => (typeof body['model'] === 'object' && body['model'] !== null ? (body['model'] as Model) : body)

function questionsOf(nodes: readonly NodeSetting[]): NodeSetting[] {
  return nodes.flatMap((node) => (node.type === 'group' ? questionsOf(node.children) : [node]))
}

function DraftCard({ item }: { readonly item: Unfinished }) {
  const { t, i18n } = useLingui()
  const page = useKeptPage(item.address)
  const form = page?.form?.name ?? nameOf(item.path.replace(/^forms\//, ''))
  const title = item.title || form
  const when = i18n.date(new Date(item.updatedAt), { dateStyle: 'medium', timeStyle: 'short' })
  const answers = answersIn(item.body)
  const questions = questionsOf(page?.form?.children ?? [])
  const known = questions.flatMap((setting) => {
    const attribute = 'attribute' in setting ? setting.attribute : undefined
    const value = typeof attribute === 'string' ? readValue(answers, attribute) : undefined
    return isNothing(value) ? [] : [{ key: attribute as string, label: labelOf(setting), setting, value }]
  })
  const roots = new Set(known.map(({ key }) => key.split('.')[0]))
  const others = Object.entries(answers).flatMap(([key, value]) =>
    roots.has(key) || isNothing(value) || known.length > 0 ? [] : [{ key, label: key.replaceAll('_', ' '), setting: undefined, value }],
  )
  const beside = besideHash(item.id)
  return (
    <Card>
      <article className={styles.draft} aria-label={title}>
        <header>
          <h2>{title}</h2>
          {title === form ? null : <p>{form}</p>}
          <p>
            {when} · {item.open ? t`open in another window` : reasonWords(item.reason)}
          </p>
        </header>
        <details>
          <summary>{amountWords(answers)}</summary>
          <dl>
            {[...known, ...others].map(({ key, label, setting, value }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{answerWords(setting, value, page?.lookups ?? {}, i18n)}</dd>
              </div>
            ))}
          </dl>
        </details>
        <div className={styles.draftActions}>
          {item.address ? (
            <LinkButton href={`${pageOf(item.address)}${beside}`} kind="primary" icon="edit">
              {item.reason === 'today' ? t`Continue` : t`Open beside the form`}
            </LinkButton>
          ) : null}
          <Button icon="download" onClick={() => exportDraft(item, title)}>{t`Export`}</Button>
          {item.open ? null : (
            <Button kind="quiet" icon="trash" onClick={() => deleteDraft(item, title)}>
              {t`Delete`}
            </Button>
          )}
        </div>
      </article>
    </Card>
  )
}

function reasonWords(reason: Unfinished['reason']): string {
  switch (reason) {
    case 'today':
      return say`back in its form when you open it`
    case 'expired':
      return say`older than a day`
    case 'changed':
      return say`the record has changed since`
    case 'replaced':
      return say`replaced by a newer one`
    case 'afresh':
      return say`set aside when you started over`
    case 'partly':
      return say`the form has changed since`
  }
}
