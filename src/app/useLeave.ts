import { createContext, useContext } from 'react'

/** Starts the log-out, which keeps unsent work (Layout). */
const Leave = createContext<() => void>(() => undefined)

export const LeaveProvider = Leave.Provider
export const useLeave = () => useContext(Leave)
