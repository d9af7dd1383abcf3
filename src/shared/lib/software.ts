/**
 * The name of the software, for operators: terminals, logs, commands and archives. Visitors and members see the
 * provider's name instead, which is `brand.name`.
 */
export const softwareName = 'Backline'
