const connection = () => (navigator as { readonly connection?: { readonly type?: string; readonly saveData?: boolean } }).connection

/** Returns true if the person has data saver on. */
export const savesData = (): boolean => connection()?.saveData === true

/** Returns true if the connection costs by the megabyte, as far as the browser knows, or if the person has data saver on. */
export const isMetered = (): boolean => connection()?.type === 'cellular' || savesData()
