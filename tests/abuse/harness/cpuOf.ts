/**
 * CPU seconds that this process, including the server in it, spends while `work` runs. Other processes of
 * the machine don't count, so that the limit distinguishes a hanging server from a busy machine.
 */
export async function cpuOf<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly seconds: number }> {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { result, seconds: (user + system) / 1e6 }
}

/**
 * Maximum for a request with work proportional to its size. If the work is quadratic, the requests of these
 * tests take minutes.
 */
export const hangSeconds = 15
