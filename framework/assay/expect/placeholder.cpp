// replaced by the first source
