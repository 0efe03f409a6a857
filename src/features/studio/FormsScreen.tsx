import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AuthoredForm, listForms } from '../../../contract/endpoints/forms.ts'
import { type AuthoredDraft, keepAuthored, useAuthored } from '../../store/drafts/keepAuthored.ts'
import { useCached } from '../../store/queries/cached.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { TextField } from '../../ui/controls/TextField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../ui/feedback/FailedState.tsx'
import { Icon } from '../../ui/controls/Icon.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { OfflineCopy } from '../../ui/feedback/OfflineCopy.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { ListTroubles } from './lists/ListTroubles.tsx'
import { freeKey, keyFor } from './keyFor.ts'
import { childOf, readJson } from '../../../contract/forms/check/readJson.ts'
import { attributeFor } from './renameAttribute.ts'
import { TemplateField } from './templates/TemplateField.tsx'
import { formFromTemplate, loadTemplate, templates } from './templates/templates.ts'
import * as styles from './studio.module.css'
import * as fieldsStyles from '../../fields/fields.module.css'

interface Project {
  readonly id: string
  readonly name: string
}

interface NewFormProps {
  readonly open: boolean
  readonly teams: readonly Project[]
  readonly taken: ReadonlySet<string>
  readonly onClose: () => void
  readonly onMade: (key: string) => void
}

/** The text of a new form: a template under this name, or one question and a button. */
async function textOfNew(template: string, name: string, question: string, save: string): Promise<string> {
  if (template !== '') return formFromTemplate(await loadTemplate(template), name)
  const settings = {
    name,
    children: [
      { type: 'text', attribute: attributeFor(question) ?? 'note', label: question, required: true },
      { type: 'save', label: save },
    ],
  }
  return `${JSON.stringify(settings, undefined, 2)}\n`
}

function NewForm({ open, teams, taken, onClose, onMade }: NewFormProps) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState<string>()
  const [template, setTemplate] = useState('')
  const [team, setTeam] = useState('')
  const chosen = templates.find(({ id }) => id === template)
  const name = typed ?? (chosen ? i18n._(chosen.name) : '')
  // The address needs a name of its own; the title may be that of another form.
  const key = freeKey(keyFor(name) || 'form', taken)
  const project = teams.length === 1 ? teams[0]?.id : team || undefined
  const ready = name.trim() !== '' && project !== undefined
  const make = async () => {
    if (!ready) return
    // The name of the template itself has its translations in the file.
    const isOwn = chosen === undefined || name.trim() !== i18n._(chosen.name)
    const text = await textOfNew(template, isOwn ? name.trim() : '', t`New question`, t`Save`)
    await keepAuthored({ form: key, text, base: 0, team: project })
    onMade(key)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`New form`}
      width={440}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button kind="primary" disabled={!ready} onClick={make}>{t`Begin`}</Button>
        </>
      }
    >
      <form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <TemplateField value={template} onChoose={setTemplate} />
        <TextField
          label={t`Name`}
          note={t`The name that people read.`}
          data-autofocus
          value={name}
          onChange={(event) => setTyped(event.target.value)}
        />
        {teams.length > 1 ? <ProjectField teams={teams} team={team} onChoose={setTeam} /> : null}
      </form>
    </Dialog>
  )
}

interface ProjectFieldProps {
  readonly teams: readonly Project[]
  readonly team: string
  onChoose(team: string): void
}

function ProjectField({ teams, team, onChoose }: ProjectFieldProps) {
  const { t } = useLingui()
  return (
    <Select label={t`Project`} required value={team} onChange={(event) => onChoose(event.target.value)}>
      <option value="" disabled>
        {t`Choose the project`}
      </option>
      {teams.map(({ id, name: project }) => (
        <option key={id} value={id}>
          {project}
        </option>
      ))}
    </Select>
  )
}

/** `/studio`: the forms of the projects in which this person may publish, and their drafts on this device. */
export function FormsScreen({ onOpen }: { readonly onOpen: (form: string) => void }) {
  const { t } = useLingui()
  const { data, state, stale, fetchedAt, error, refresh } = useCached(listForms)
  const drafts = useAuthored()
  const [making, setMaking] = useState(false)
  const forms = data?.forms ?? []
  const begun = new Map((drafts ?? []).filter(({ form }) => !form.startsWith(':')).map((draft) => [draft.form, draft]))
  const fresh = [...begun.values()].filter(({ form, base }) => base === 0 && !forms.some(({ key }) => key === form))

  if (!data) return <NoForms state={state} error={error} refresh={refresh} />
  const projects = [...new Map(forms.map(({ team }) => [team.id, team])).values()]
  return (
    <Page
      title={t`Form studio`}
      width="desk"
      lead={<Trans>Change a form and publish it; people get it without losing what they typed.</Trans>}
    >
      <div className={styles.tools}>
        <Button kind="primary" icon="plus" onClick={() => setMaking(true)}>{t`New form`}</Button>
        <LinkButton icon="edit" href="/playground">{t`Playground`}</LinkButton>
        <LinkButton icon="image" href="/playground/gallery">{t`Gallery`}</LinkButton>
        <LinkButton icon="info" href="/guide">{t`Guide`}</LinkButton>
      </div>
      {stale ? <OfflineCopy at={fetchedAt} /> : null}
      <ListTroubles />
      {fresh.length > 0 ? <DraftList drafts={fresh} /> : null}
      {projects.map(({ id, name }) => (
        <section key={id}>
          <h2 className={fieldsStyles.legend}>{name}</h2>
          <ul className={styles.forms}>
            {forms
              .filter(({ team }) => team.id === id)
              .map((form) => (
                <FormRow key={form.key} form={form} hasDraft={begun.has(form.key)} />
              ))}
          </ul>
        </section>
      ))}
      {forms.length === 0 && fresh.length === 0 ? (
        <EmptyState icon="clipboard" title={t`No forms yet`}>
          <Trans>Start with a new one. You see it live while you write.</Trans>
        </EmptyState>
      ) : null}
      <NewForm
        open={making}
        teams={data.teams}
        taken={new Set([...forms.map(({ key }) => key), ...begun.keys()])}
        onClose={() => setMaking(false)}
        onMade={onOpen}
      />
    </Page>
  )
}

type Listed = ReturnType<typeof useCached<typeof listForms>>

/** While the list is loading, and if it can't be loaded. */
function NoForms({ state, error, refresh }: Pick<Listed, 'state' | 'error' | 'refresh'>) {
  const { t } = useLingui()
  if (state === 'loading') {
    return (
      <Page title={t`Form studio`} width="desk">
        <Skeleton rows={5} />
      </Page>
    )
  }
  const refused = error?.code === 'FORBIDDEN' || error?.code === 'NOT_AUTHORIZED'
  return (
    <Page title={t`Form studio`}>
      {refused ? (
        <EmptyState
          icon="lock"
          title={t`Only owners and administrators edit forms`}
          action={<LinkButton href="/playground">{t`Open the playground`}</LinkButton>}
        >
          <Trans>In the playground anyone can try to write a form. Nothing is sent.</Trans>
        </EmptyState>
      ) : (
        <FailedState error={error} onRetry={refresh} />
      )}
    </Page>
  )
}

/** The name in the text of a form file. */
function nameIn(text: string): string | undefined {
  const name = childOf(readJson(text).root, 'name')?.value
  return typeof name === 'string' && name.trim() !== '' ? name : undefined
}

function DraftList({ drafts }: { readonly drafts: readonly AuthoredDraft[] }) {
  const { t, i18n } = useLingui()
  return (
    <section>
      <h2 className={fieldsStyles.legend}>{t`Started on this device`}</h2>
      <ul className={styles.forms}>
        {drafts.map(({ form, text, at }) => (
          <li key={form}>
            <Link to="/studio/$form" params={{ form }}>
              <Icon name="edit" size={22} />
              <span>
                <strong>{nameIn(text) ?? t`Form without a name`}</strong>
                <small>
                  {t`Not published yet`} · {i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })}
                </small>
              </span>
              <Icon name="chevronRight" size={18} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function FormRow({ form, hasDraft }: { readonly form: AuthoredForm; readonly hasDraft: boolean }) {
  const { t, i18n } = useLingui()
  const { key, name, revision, at, by, public: open } = form
  return (
    <li>
      <Link to="/studio/$form" params={{ form: key }}>
        <Icon name="clipboard" size={22} />
        <span>
          <strong>{name}</strong>
          <small>
            {t`Version ${revision}`} · {i18n.date(new Date(at), { dateStyle: 'medium' })}
            {by ? ` · ${by}` : ''}
          </small>
        </span>
        {open ? <span className={styles.outlineType}>{t`Open to anyone with the link`}</span> : null}
        {hasDraft ? <span className={styles.outlineType} data-level="warning">{t`Changes kept on this device`}</span> : null}
        <Icon name="chevronRight" size={18} />
      </Link>
    </li>
  )
}
