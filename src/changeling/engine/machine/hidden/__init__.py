"""Tables on which what a seat cannot know is forgotten, or dealt anew."""
