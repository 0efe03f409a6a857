import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useState } from 'react'
import type { NodeSetting } from '../../../../contract/forms/fieldShapes.ts'
import { functionReference } from '../../../../contract/forms/functions/functionReference.ts'
import { isRaw, type Raw } from '../../../../contract/forms/isRaw.ts'
import { bringTypes } from '../../../fields/index.ts'
import { safeHref } from '../../../lib/safeHref.ts'
import { TextField } from '../../../ui/controls/TextField.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { examples } from '../examples.ts'
import { templates } from '../templates/templates.ts'
import { trialLookups } from '../trialLookups.ts'
import { partName } from '../parts/allParts.ts'
import { Code } from './Code.tsx'
import { FunctionPart } from './FunctionPart.tsx'
import { TemplatePart } from './TemplatePart.tsx'
import { Terms } from './Terms.tsx'
import { TypePart } from './TypePart.tsx'
import { functionWords } from './functionWords.ts'
import { guideChapters, type GuidePart } from './guideChapters.ts'
import { guideWishes } from './guideWishes.ts'
import { findsIn } from './findsIn.ts'
import { formEntry, type TypeEntry, typeEntries } from './typeEntries.ts'
import * as styles from './guide.module.css'

const forms = examples.map(({ text }) => JSON.parse(text) as unknown)

/** All types with their records; undefined while their code loads. */
function useTypeEntries(): readonly TypeEntry[] | undefined {
  const [types, setTypes] = useState<readonly TypeEntry[]>()
  useEffect(() => {
    let current = true
    const children = forms.flatMap((form) => (isRaw(form) ? (form['children'] as NodeSetting[]) : []))
    // A type whose code cannot be loaded now has no record.
    const show = () => {
      if (current) setTypes(typeEntries(forms, trialLookups))
    }
    bringTypes(children).then(show, show)
    return () => {
      current = false
    }
  }, [])
  return types
}

/** The text of a part, in the language of the reader. */
function textOf(part: GuidePart, read: (text: MessageDescriptor) => string = ({ id }) => id): string {
  if ('text' in part) return read(part.text)
  return 'code' in part ? part.code : part.content
}

const form = formEntry()
const readable = (node: Raw | undefined) => (node ? JSON.stringify(node) : '')

/** What the guide shows for a search; everything for an empty one. */
function useFound(query: string, types: readonly TypeEntry[]) {
  const { i18n } = useLingui()
  return useMemo(() => {
    const finds = findsIn(query)
    return {
      chapters: guideChapters.filter(({ title, parts }) =>
        finds(i18n._(title), ...parts.map((part) => textOf(part, (text) => i18n._(text)))),
      ),
      wishes: guideWishes.filter(({ want, code }) => finds(i18n._(want), code)),
      types: types.filter(({ type, description, settings, node }) =>
        finds(
          type,
          description,
          partName(i18n, node ?? { type }),
          readable(node),
          ...settings.map(({ key, help = '' }) => `${key} ${help}`),
        ),
      ),
      functions: functionReference.filter(({ name, description, ways }) => finds(name, description, i18n._(functionWords[name]), ...ways)),
      templates: templates.filter(({ name, description }) => finds(i18n._(name), i18n._(description))),
      form: form.settings.filter(({ key, help = '' }) => finds(key, help)),
    }
  }, [i18n, query, types])
}

type Found = ReturnType<typeof useFound>

/** `/guide`: how to write a form, for authors. Everything is on the device. */
export function GuideScreen() {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const types = useTypeEntries()
  const found = useFound(query, types ?? [])
  const isEmpty = Object.values(found).every((list) => list.length === 0)
  return (
    <Page title={t`Guide for form authors`} width="desk" lead={<Trans>How to write a form, and what each part does.</Trans>}>
      <TextField
        label={t`Search the guide`}
        type="search"
        placeholder={t`photo, signature, count, visible …`}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {types === undefined ? <Skeleton rows={6} /> : <Guide found={found} isSearch={query.trim() !== ''} />}
      {types !== undefined && isEmpty ? (
        <EmptyState icon="search" title={t`Nothing found`}>
          <Trans>Try another word, such as photo, list or date.</Trans>
        </EmptyState>
      ) : null}
    </Page>
  )
}

function Guide({ found, isSearch }: { readonly found: Found; readonly isSearch: boolean }) {
  const { t, i18n } = useLingui()
  const sections = [
    ...found.chapters.map(({ id, title }) => ({ id, title: i18n._(title) })),
    ...(found.wishes.length > 0 ? [{ id: 'wishes', title: t`I want … → use …` }] : []),
    ...(found.types.length > 0 ? [{ id: 'types', title: t`Types of parts` }] : []),
    ...(found.form.length > 0 ? [{ id: 'form', title: t`Settings of the form` }] : []),
    ...(found.functions.length > 0 ? [{ id: 'functions', title: t`Functions of expressions` }] : []),
    ...(found.templates.length > 0 ? [{ id: 'templates', title: t`Templates` }] : []),
  ]
  return (
    <div className={styles.guide}>
      <nav className={styles.contents} aria-label={t`Contents`}>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={safeHref(`#${id}`)}>{title}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.text}>
        <Chapters found={found} />
        <Reference found={found} isSearch={isSearch} />
      </div>
    </div>
  )
}

function ExamplePart({ part }: { readonly part: Exclude<GuidePart, { readonly text: MessageDescriptor }> }) {
  if ('code' in part) return <Code text={part.code} />
  return (
    <figure className={styles.file}>
      <figcaption>
        <code>{part.file}</code>
      </figcaption>
      <Code text={part.content} />
    </figure>
  )
}

function Chapters({ found }: { readonly found: Found }) {
  const { t, i18n } = useLingui()
  return (
    <>
      {found.chapters.map(({ id, title, parts }) => (
        <section key={id} id={id}>
          <h2>{i18n._(title)}</h2>
          {parts.map((part) =>
            'text' in part ? <p key={part.text.id}>{i18n._(part.text)}</p> : <ExamplePart key={textOf(part)} part={part} />,
          )}
        </section>
      ))}
      {found.wishes.length > 0 ? (
        <section id="wishes">
          <h2>{t`I want … → use …`}</h2>
          {found.wishes.map(({ want, code }) => (
            <details key={code} className={styles.entry}>
              <summary>{i18n._(want)}</summary>
              <Code text={code} />
            </details>
          ))}
        </section>
      ) : null}
    </>
  )
}

/** The parts that come from the schema, the functions and the templates. */
function Reference({ found, isSearch }: { readonly found: Found; readonly isSearch: boolean }) {
  const { t } = useLingui()
  return (
    <>
      {found.types.length > 0 ? (
        <section id="types">
          <h2>{t`Types of parts`}</h2>
          {found.types.map((entry) => (
            <TypePart key={entry.type} entry={entry} isOpen={isSearch && found.types.length === 1} />
          ))}
        </section>
      ) : null}
      {found.form.length > 0 ? (
        <section id="form">
          <h2>{t`Settings of the form`}</h2>
          <Terms type="form" settings={found.form} />
        </section>
      ) : null}
      {found.functions.length > 0 ? (
        <section id="functions">
          <h2>{t`Functions of expressions`}</h2>
          {found.functions.map((record) => (
            <FunctionPart key={record.name} record={record} />
          ))}
        </section>
      ) : null}
      {found.templates.length > 0 ? (
        <section id="templates">
          <h2>{t`Templates`}</h2>
          <p>{t`New form in the studio starts with one of these.`}</p>
          {found.templates.map((template) => (
            <TemplatePart key={template.id} template={template} />
          ))}
        </section>
      ) : null}
    </>
  )
}
