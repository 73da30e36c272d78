print("phones come later")
