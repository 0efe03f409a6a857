import { useLingui } from '@lingui/react/macro'
import { Suspense, useCallback, useMemo, useState } from 'react'
import type { Project } from '../../../contract/endpoints/projects.ts'
import { LazyListPicker } from '../../ui/list-picker/LazyListPicker.tsx'
import { ShellIcon } from './ShellIcon.tsx'
import * as styles from './shell.module.css'

/** Returns the payer of a project, in words. */
export function usePayer(): (project: Pick<Project, 'billingAccount'>) => string {
  const { t } = useLingui()
  return useCallback(({ billingAccount }) => billingAccount?.name ?? t`Free Trial`, [t])
}

interface SwitcherProps {
  readonly projects: readonly Project[]
  readonly selected: Project | undefined
  readonly onSelect: (id: string | undefined) => void
}

/** The current project; opens the list of all projects, with a star for favorites. */
export function ProjectSwitcher({ projects, selected, onSelect }: SwitcherProps) {
  const { t } = useLingui()
  const payer = usePayer()
  const [open, setOpen] = useState(false)
  const items = useMemo(
    () =>
      projects.map((project) => {
        const { id, model } = project
        const name = model.name.replaceAll('>', '›')
        return { id, label: name, shortLabel: `${name}\n${payer(project)}`, searchTerms: payer(project) }
      }),
    [payer, projects],
  )
  const name = selected?.model.name ?? t`All Projects`
  return (
    <>
      <button className={styles.switcher} type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.switcherWords}>
          <span className={styles.unseen}>{t`Project:`} </span>
          <span className={styles.switcherName}>{name}</span>
          <span className={styles.switcherNote}>{selected ? payer(selected) : t`Select a project`}</span>
        </span>
        <ShellIcon name="chevrons" size={18} />
      </button>
      {open && (
        <Suspense>
          <LazyListPicker
            config={{ title: t`Project`, items, allowClear: true, selected: selected ? [selected.id] : [], favourites: 'projects' }}
            onCancel={() => setOpen(false)}
            onPick={([picked]) => {
              setOpen(false)
              onSelect(picked?.id)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
