import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { fieldTypeNames, type NodeSetting } from '../../../contract/forms/fieldShapes.ts'
import { scopeOf } from '../../../contract/forms/template.ts'
import { createForm } from '../../engine/form.ts'
import type { PageHost } from '../../engine/PageHost.ts'
import { FieldTypes } from '../../fields/FieldTypes.tsx'
import { FormBody } from '../../fields/FormBody.tsx'
import { type FormHost, FormHostContext } from '../../fields/useFormHost.ts'
import { bringTypes, rulesOf } from '../../fields/index.ts'
import { useOwner } from '../../store/identity/useOwner.ts'
import { TextField } from '../../ui/controls/TextField.tsx'
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { settingsOf } from './offersAt.ts'
import { examples } from './examples.ts'
import { type Specimen, specimenIn, specimensIn, type State, statesOf } from './specimensIn.ts'
import { trialPerson } from './LiveForm.tsx'
import { trialLookups } from './trialLookups.ts'
import * as styles from './studio.module.css'

const nothing = () => Promise.resolve()
const page: PageHost = {
  embedded: true,
  busy: () => () => undefined,
  finish: () => undefined,
  fail: () => undefined,
  reload: () => undefined,
  dirty: () => undefined,
  run: nothing,
  navigate: () => undefined,
}

/** One field in one state, in a separate form. */
function Exhibit({ specimen, state, name }: { readonly specimen: Specimen; readonly state: State; readonly name: string }) {
  const form = useMemo(() => {
    const { setting, model, readOnly } = specimenIn(specimen, state)
    const made = createForm({
      settings: { name: specimen.type, children: [setting as unknown as NodeSetting] },
      model,
      readOnly,
      lookups: trialLookups,
      rules: rulesOf,
      requiredMessage: (label) => t`${label} Required`,
      scope: scopeOf(trialPerson),
    })
    if (state === 'error') made.validate()
    return made
  }, [specimen, state])
  return (
    <div className={styles.exhibit} data-state={state} data-type={specimen.type} role="group" aria-label={`${specimen.type}: ${name}`}>
      <h3>{name}</h3>
      <ErrorBoundary
        resetKey={state}
        fallback={() => (
          <Notice level="error">
            <Trans>This could not be drawn.</Trans>
          </Notice>
        )}
      >
        <FormBody form={form} />
      </ErrorBoundary>
    </div>
  )
}

function useSpecimens(): ReadonlyMap<string, Specimen> | undefined {
  const [found, setFound] = useState<ReadonlyMap<string, Specimen>>()
  useEffect(() => {
    let current = true
    const types = fieldTypeNames.map((type) => ({ type }) as NodeSetting)
    void bringTypes(types).then(() => {
      const takes = (type: string) => new Set(settingsOf(type).map(({ key }) => key))
      if (current)
        setFound(
          specimensIn(
            examples.map(({ text }) => JSON.parse(text) as unknown),
            takes,
          ),
        )
    })
    return () => {
      current = false
    }
  }, [])
  return found
}

/** How many types are drawn at once; the rest follows after the browser has drawn those. */
const portion = 3

/**
 * Every field type in every state; `?type=date` shows a single type. A new type appears as soon as it has its
 * small form.
 */
export function GalleryScreen() {
  const { t } = useLingui()
  const owner = useOwner()
  // The address changes before the route does, so this screen is drawn once while the route is still the earlier one.
  const { type } = useSearch({ strict: false })
  const asked = type === undefined ? undefined : String(type)
  const found = useSpecimens()
  const [wanted, setWanted] = useState('')
  const [drawn, setDrawn] = useState(portion)
  const types = fieldTypeNames.filter((type) => (asked ? type === asked : type.toLowerCase().includes(wanted.toLowerCase())))
  const complete = found !== undefined && drawn >= types.length

  useEffect(() => {
    if (!found || complete) return
    const timer = setTimeout(() => setDrawn((last) => last + portion))
    return () => clearTimeout(timer)
  }, [found, complete, drawn])

  const host = useMemo<FormHost>(
    () => ({
      page,
      owner,
      recordPath: 'playground/gallery',
      initHash: 'gallery',
      draftId: 'gallery',
      save: nothing,
      cancel: nothing,
      compact: false,
    }),
    [owner],
  )
  return (
    <Page title={t`Every field in every state`} lead={<Trans>Made from the example form of each type.</Trans>} width="desk">
      <div className={styles.tools}>
        <LinkButton icon="back" href="/playground">{t`Playground`}</LinkButton>
        {asked ? (
          <LinkButton href="/playground/gallery">{t`All types`}</LinkButton>
        ) : (
          <div className={styles.gallerySearch}>
            <TextField
              type="search"
              aria-label={t`Search for a field`}
              placeholder={t`Text, photo, signature …`}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          </div>
        )}
      </div>
      {found ? (
        <FieldTypes>
          <FormHostContext value={host}>
            <div className={styles.gallery} data-density="site" data-complete={complete || undefined}>
              {types.slice(0, drawn).map((type) => (
                <TypeExhibits key={type} type={type} specimen={found.get(type)} />
              ))}
            </div>
          </FormHostContext>
        </FieldTypes>
      ) : (
        <Skeleton rows={6} />
      )}
    </Page>
  )
}

/** A type in all its states. */
function TypeExhibits({ type, specimen }: { readonly type: string; readonly specimen: Specimen | undefined }) {
  const { t } = useLingui()
  const names: Record<State, string> = {
    empty: t`Empty`,
    filled: t`Filled in`,
    required: t`Required`,
    error: t`With an error`,
    readOnly: t`Read-only`,
    disabled: t`Locked with its form`,
    long: t`Long text`,
    narrow: t`On 320 px`,
  }
  return (
    <section id={`type-${type.replaceAll(' ', '-')}`} aria-label={type}>
      <h2>
        <Link to="/playground/gallery" search={{ type }}>
          {type}
        </Link>
      </h2>
      {specimen ? (
        <div className={styles.exhibits}>
          {statesOf(specimen).map((state) => (
            <Exhibit key={state} specimen={specimen} state={state} name={names[state]} />
          ))}
        </div>
      ) : null}
    </section>
  )
}
