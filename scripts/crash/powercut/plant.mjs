// node --import plant.mjs: puts the fault PLANT (JSON, see faults.ts) into the source while it is loaded.
// It comes before tsx, which compiles what these hooks return.
import { register } from 'node:module'

register('./plantHooks.mjs', import.meta.url, { data: JSON.parse(process.env['PLANT'] ?? '{}') })
