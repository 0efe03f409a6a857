import { createContext, type ReactNode } from 'react'
import type { SettingProps } from './SettingProps.ts'

/** Draws a setting inside another one. A context, because the controls of settings contain settings. */
export const SettingContext = createContext<(props: SettingProps) => ReactNode>(() => null)
