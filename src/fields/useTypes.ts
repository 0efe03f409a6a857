import { useEffect, useState } from 'react'
import type { NodeSetting } from '../../contract/forms/fieldShapes.ts'
import { bringTypes, typesAreHere } from './index.ts'

/** Whether every type of these settings can be rendered; false until they are loaded. */
export function useTypes(nodes: readonly NodeSetting[]): boolean {
  const [brought, setBrought] = useState<readonly NodeSetting[]>()
  useEffect(() => {
    let current = true
    void bringTypes(nodes).then(() => current && setBrought(nodes))
    return () => {
      current = false
    }
  }, [nodes])
  return brought === nodes || typesAreHere(nodes)
}
