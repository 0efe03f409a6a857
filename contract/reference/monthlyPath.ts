/** A path that contains this logs in to the monthly sandbox. */
export const monthlyPath = 'procore-monthly'
