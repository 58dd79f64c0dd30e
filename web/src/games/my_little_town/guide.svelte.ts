/** What the board has to say beside the usual prompt, after a tap that was not enough; the banner shows and reads it. */
class Guide {
  said = $state("");
}

export const guide = new Guide();
