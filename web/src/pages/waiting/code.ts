/** Codes as they are read aloud: bakolimute is bako-limu-te. */
export function spelled(code: string): string {
  return (code.toLowerCase().match(/[a-z]{1,4}/g) ?? []).join("-");
}
